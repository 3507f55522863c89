select merge_triggers('auth.users', 'tombstone_accounts', 'accounts_gone_are_noted', 'passwords_are_noted');
select merge_triggers('auth.users', 'users_reach_their_profile', 'confirmed_people_are_ranked', 'confirmed_people_reserve_licences', 'email_is_shown_in_the_profile');
select merge_triggers('auth.sessions', 'sessions_end', 'changes_end_with_their_session', 'deleted_sessions_are_told', 'ended_sessions_are_told', 'pushes_end_with_their_session');
