-- Who is there, from their dates; who left before and how often the form was opened is unknown.
select note_signups(now() - interval '400 days');
do $$ declare latest uuid; begin
  loop latest := count_signups_after(latest, 1000); exit when latest is null; end loop;
end $$;
delete from signup_steps where signed_up_at < now() - interval '31 days';
