-- Each statement alone
reindex index concurrently profiles_name_idx;
reindex index concurrently profiles_approval_status_name_idx;
reindex index concurrently profiles_unknown_place_idx;
reindex index concurrently profiles_unknown_specialty_idx;
reindex index concurrently cases_unknown_place_idx;
reindex index concurrently cases_unknown_zone_idx;
reindex index concurrently coverages_short_key;
