select merge_triggers('profiles', 'profiles_keep_their_course', 'approval_is_decided_once', 'licences_change_in_turn', 'licences_start_in_turn', 'price_range_follows_prices', 'profile_versions_rise', 'profiles_follow_consents', 'profiles_show_what_was_checked', 'profiles_start_unchecked', 'rejection_frees_the_licence', 'restored_as_written', 'suspended_as_written');
select merge_triggers('profiles', 'profiles_are_counted', 'approvals_are_tallied', 'suspensions_are_tallied', 'people_are_tallied', 'profiles_are_counted');
select merge_triggers('profiles', 'profiles_take_effect', 'reports_go_with_who_said_it', 'suspension_ends_sessions', 'suspensions_are_noted');
select merge_triggers('user_roles', 'roles_are_counted', 'kine_roles_changed_are_tallied', 'kine_roles_given_are_tallied', 'kine_roles_taken_are_tallied', 'roles_are_counted');
select merge_triggers('user_roles', 'roles_take_effect', 'kine_roles_wait_for_a_check', 'roles_are_noted', 'roles_changed_are_noted');
select merge_triggers('user_roles', 'roles_keep_their_course', 'last_admin_stays', 'roles_carry_the_name');
