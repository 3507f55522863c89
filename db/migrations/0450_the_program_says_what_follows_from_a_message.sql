-- A transaction that says kinexo.effects = 'program' writes itself what follows from a message. The trigger does it for the version before, and
-- goes with the next version.
create or replace trigger messages_are_told after insert on messages
  for each row when (current_setting('kinexo.effects', true) is distinct from 'program') execute function messages_are_told();
