-- What an author wrote before in a conversation, the latest first: the application's text is a specialist's first. Half a phone is no contact data,
-- so a message is judged together with those before it. The lock is the one of `messages_keep_their_course`: of two halves that are sent at
-- once, the second sees the first.
create function texts_before(_match uuid, _author uuid, out is_accepted boolean, out texts text[])
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('message ' || _author, 0));
  select m.status = 'accepted', array(
    (select g.body from messages g where g.match_id = _match and g.author_id = _author and g.body is not null order by g.id desc limit 2)
    union all
    (select concat_ws(' ', m.message, m.offer ->> 'place') where m.kine_id = _author and num_nonnulls(m.message, m.offer ->> 'place') > 0)
    limit 2
  ) into is_accepted, texts from matches m join cases c on c.id = m.case_id
    where m.id = _match and _author in (m.kine_id, c.patient_id);
end $$;
