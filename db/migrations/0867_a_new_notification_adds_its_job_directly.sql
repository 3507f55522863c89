-- A new notification's id has no job yet: the job is added without looking for one that it replaces, for half of the processor time.
do $$
declare
  stated constant text := pg_get_functiondef('notify_person(uuid, text, uuid, uuid, uuid)'::regprocedure);
  now_stated text := replace(stated, 'again boolean;', E'again boolean;\n  is_first boolean;');
begin
  now_stated := replace(now_stated, 'due_at >= now()) into the_id, due, again', 'due_at >= now()), is_new into the_id, due, again, is_first');
  now_stated := replace(now_stated, 'priority => 10);', $q$priority => 10, job_key_mode => case when is_first then 'unsafe_dedupe' else 'replace' end);$q$);
  if now_stated not like '%is_new into%unsafe_dedupe%' then
    raise 'the function is another than the one to change';
  end if;
  execute now_stated;
end $$;
