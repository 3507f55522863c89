alter table reports validate constraint reports_say_by_whom;
