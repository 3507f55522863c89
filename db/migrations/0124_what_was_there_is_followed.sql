drop procedure follow_what_was_there();
