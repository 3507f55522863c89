-- Whether the two agreed on their turnos without the program, as one of them answered "¿Pudieron coordinar?".
alter table match_levels add column coordinated_at timestamptz;
comment on column match_levels.coordinated_at is 'when one of the two said that they agreed without the program';
