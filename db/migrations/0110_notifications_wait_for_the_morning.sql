-- The seconds until the end of a person's quiet hours; 0 outside them. By the clock of their zone, also when it is put forward or back.
create function quiet_seconds(_from time, _until time, _zone text) returns float8
  language plpgsql stable as $$
declare
  here timestamp := now() at time zone _zone;
  is_quiet boolean := case when _from <= _until then here::time >= _from and here::time < _until
    else here::time >= _from or here::time < _until end;
begin
  if not is_quiet then
    return 0;
  end if;
  return ceil(extract(epoch from
    (here::date + _until + case when here::time >= _until then interval '1 day' else '0' end) at time zone _zone - now()));
end $$;

-- The seconds until a person's next digest: at eight, or at the end of quiet hours that include it, and once a day.
create function digest_seconds(_user uuid) returns float8
  language plpgsql stable as $$
declare
  hours notification_hours;
  here timestamp;
  is_quiet boolean;
  due timestamp;
begin
  select * into hours from notification_hours where user_id = _user;
  if not found then
    hours := row(_user, '21:00', '08:00', 'America/Argentina/Buenos_Aires', null);
  end if;
  here := now() at time zone hours.zone;
  is_quiet := case when hours.quiet_from <= hours.quiet_until then time '08:00' >= hours.quiet_from and time '08:00' < hours.quiet_until
    else time '08:00' >= hours.quiet_from or time '08:00' < hours.quiet_until end;
  due := here::date + case when is_quiet then hours.quiet_until else time '08:00' end;
  if due <= here or hours.digest_on >= here::date then
    due := due + interval '1 day';
  end if;
  return ceil(extract(epoch from due at time zone hours.zone - now()));
end $$;
