-- What there is, from its dates; what was withdrawn before is unknown.
select count_missing_steps('-infinity');
