create type coverage_answer as enum ('yes', 'no', 'extra');
create type coverage_how as enum ('direct', 'refund');
create type coverage_kind as enum ('obra_social', 'prepaga', 'provincial', 'pami', 'art');

-- A name as it is compared: without accents, capitals and punctuation.
CREATE OR REPLACE FUNCTION public.coverage_key(_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN text_key(_text);

create table coverages (
  id integer generated always as identity not null,
  kind coverage_kind not null,
  name text not null,
  short text not null,
  aliases text[] default '{}'::text[] not null,
  code text,
  rank smallint,
  active_from date default CURRENT_DATE not null,
  retired_at timestamp with time zone,
  merged_into integer,
  constraint coverages_pkey PRIMARY KEY (id),
  constraint coverages_aliases_check CHECK (cardinality(aliases) <= 40 AND octet_length(aliases::text) <= 4000),
  constraint coverages_code_check CHECK (char_length(btrim(code)) >= 1 AND char_length(btrim(code)) <= 20),
  constraint coverages_merged_are_retired CHECK (merged_into IS NULL OR retired_at IS NOT NULL AND merged_into <> id),
  constraint coverages_name_check CHECK (char_length(btrim(name)) >= 2 AND char_length(btrim(name)) <= 160),
  constraint coverages_names_have_letters CHECK (coverage_key(short) <> ''::text AND coverage_key(name) <> ''::text),
  constraint coverages_rank_check CHECK (rank >= 1 AND rank <= 100),
  constraint coverages_short_check CHECK (char_length(btrim(short)) >= 2 AND char_length(btrim(short)) <= 40),
  constraint coverages_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES coverages(id)
);
comment on column coverages.code is 'of the official register (RNOS, RNEMP)';
comment on column coverages.rank is 'place among those that are offered before anything is typed';

insert into coverages (id, kind, name, short, aliases, code, rank, active_from, retired_at, merged_into) overriding system value values
  ('1', 'pami', 'Instituto Nacional de Servicios Sociales para Jubilados y Pensionados', 'PAMI', '{INSSJP,jubilados,"jubilados y pensionados"}', NULL, '1', '1971-05-13', NULL, NULL),
  ('2', 'provincial', 'Instituto de Obra Médico Asistencial', 'IOMA', '{"obra social de la provincia","provincia de buenos aires","ioma buenos aires"}', NULL, '2', '1957-01-01', NULL, NULL),
  ('3', 'prepaga', 'Organización de Servicios Directos Empresarios', 'OSDE', '{"osde 210","osde 310","osde 410","osde 450","osde 510","osde binario"}', NULL, '3', '1972-01-01', NULL, NULL),
  ('4', 'prepaga', 'Swiss Medical Group', 'Swiss Medical', '{swiss,smg,"swiss medical smg20",docthos,optar,suiza,"suis medical","swis medical"}', NULL, '4', '1989-01-01', NULL, NULL),
  ('5', 'prepaga', 'Galeno Argentina', 'Galeno', '{"galeno plata","galeno oro","galeno azul",amsa}', NULL, '5', '1980-01-01', NULL, NULL),
  ('6', 'obra_social', 'Obra Social de los Empleados de Comercio y Actividades Civiles', 'OSECAC', '{comercio,"empleados de comercio",osecas}', NULL, '6', '1970-01-01', NULL, NULL),
  ('7', 'prepaga', 'Medifé Asociación Civil', 'Medifé', '{"medife plata","medife oro","medife bronce","medi fe"}', NULL, '7', '1999-01-01', NULL, NULL),
  ('8', 'prepaga', 'Omint Sociedad Anónima de Servicios', 'Omint', '{"omint global","omint comunidad",omin}', NULL, '8', '1967-01-01', NULL, NULL),
  ('9', 'prepaga', 'Asociación Mutual Sancor Salud', 'Sancor Salud', '{sancor,"mutual sancor",amsancor}', NULL, NULL, '1972-01-01', NULL, NULL),
  ('10', 'prepaga', 'Medicus Sociedad Anónima de Asistencia Médica y Científica', 'Medicus', '{"medicus celeste","medicus azul"}', NULL, NULL, '1972-01-01', NULL, NULL),
  ('11', 'prepaga', 'Plan de Salud del Hospital Italiano de Buenos Aires', 'Hospital Italiano', '{italiano,"plan de salud",hiba,"plan italiano"}', NULL, NULL, '1990-01-01', NULL, NULL),
  ('12', 'prepaga', 'Plan Médico del Hospital Alemán', 'Hospital Alemán', '{aleman,"plan medico hospital aleman"}', NULL, NULL, '1990-01-01', NULL, NULL),
  ('13', 'prepaga', 'Accord Salud de Unión Personal', 'Accord Salud', '{accord,acord,"accord 210","accord 310"}', NULL, NULL, '2000-01-01', NULL, NULL),
  ('14', 'prepaga', 'Avalian Cooperativa de Prestación de Servicios Asistenciales', 'Avalian', '{"aca salud",aca,avalián}', NULL, NULL, '1980-01-01', NULL, NULL),
  ('15', 'prepaga', 'Prevención Salud del Grupo Sancor Seguros', 'Prevención Salud', '{prevencion,"prevencion a2","prevencion a4"}', NULL, NULL, '2013-01-01', NULL, NULL),
  ('16', 'prepaga', 'Mutual Federada 25 de Junio', 'Federada Salud', '{federada,"federada 25 de junio"}', NULL, NULL, '1969-01-01', NULL, NULL),
  ('17', 'obra_social', 'Obra Social Luis Pasteur', 'Luis Pasteur', '{pasteur,oslp}', NULL, NULL, '1972-01-01', NULL, NULL),
  ('18', 'obra_social', 'Unión Personal de la Unión del Personal Civil de la Nación', 'Unión Personal', '{up,upcn,"union personal civil"}', NULL, NULL, '1989-01-01', NULL, NULL),
  ('19', 'obra_social', 'Obra Social de Petroleros', 'OSPE', '{petroleros,"obra social de petroleros"}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('20', 'obra_social', 'Obra Social de Empresarios, Profesionales y Monotributistas', 'OSDEPYM', '{monotributistas,osdepim,empresarios}', NULL, NULL, '1973-01-01', NULL, NULL),
  ('21', 'obra_social', 'Obra Social de la Unión de Trabajadores del Turismo, Hoteleros y Gastronómicos', 'OSUTHGRA', '{uthgra,gastronomicos,hoteleros}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('22', 'obra_social', 'Obra Social de la Unión Obrera Metalúrgica', 'OSUOMRA', '{uom,metalurgicos,uomra}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('23', 'obra_social', 'Obra Social del Personal de la Construcción', 'OSPECON', '{uocra,construccion,"construir salud"}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('24', 'obra_social', 'Obra Social del Personal Rural y Estibadores', 'OSPRERA', '{rurales,uatre,estibadores}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('25', 'obra_social', 'Obra Social del Personal de la Sanidad Argentina', 'Sanidad (OSPSA)', '{ospsa,sanidad,atsa}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('26', 'obra_social', 'Obra Social de Servicios Sociales Bancarios', 'Bancarios (OSSSB)', '{bancarios,bancaria,"la bancaria",osba,osssb}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('27', 'obra_social', 'Obra Social de Choferes de Camiones', 'Camioneros (OSCHOCA)', '{camioneros,oschoca}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('28', 'obra_social', 'Obra Social del Personal Mecánico del Transporte Automotor', 'SMATA', '{mecanicos,osmata}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('29', 'obra_social', 'Obra Social del Poder Judicial de la Nación', 'OSPJN', '{"poder judicial",judiciales}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('30', 'obra_social', 'Instituto de Obra Social de las Fuerzas Armadas y de Seguridad', 'IOSFA', '{"fuerzas armadas",iose,gendarmeria,prefectura,osfa}', NULL, NULL, '2013-01-01', NULL, NULL),
  ('31', 'obra_social', 'Obra Social de la Policía Federal Argentina', 'Policía Federal', '{ospfa,"superintendencia de bienestar",pfa}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('32', 'obra_social', 'Dirección de Obra Social de la Universidad de Buenos Aires', 'DOSUBA', '{uba,"universidad de buenos aires"}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('33', 'provincial', 'Obra Social de la Ciudad de Buenos Aires', 'ObSBA', '{"obra social de la ciudad",municipales,caba,"ob sba"}', NULL, NULL, '1936-01-01', NULL, NULL),
  ('34', 'provincial', 'Administración Provincial del Seguro de Salud de Córdoba', 'APROSS', '{cordoba,ipam,apros}', NULL, NULL, '2006-01-01', NULL, NULL),
  ('35', 'provincial', 'Instituto Autárquico Provincial de Obra Social de Santa Fe', 'IAPOS', '{"santa fe"}', NULL, NULL, '1968-01-01', NULL, NULL),
  ('36', 'provincial', 'Obra Social de Empleados Públicos de Mendoza', 'OSEP Mendoza', '{osep,mendoza}', NULL, NULL, '1950-01-01', NULL, NULL),
  ('37', 'provincial', 'Obra Social de los Empleados Públicos de Catamarca', 'OSEP Catamarca', '{catamarca}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('38', 'provincial', 'Instituto de Previsión y Seguridad Social de Tucumán', 'Subsidio de Salud', '{ipsst,subsidio,tucuman}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('39', 'provincial', 'Instituto Provincial de Salud de Salta', 'IPS Salta', '{ips,salta}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('40', 'provincial', 'Obra Social de Entre Ríos', 'OSER', '{iosper,"entre rios"}', NULL, NULL, '2025-01-01', NULL, NULL),
  ('41', 'provincial', 'Instituto de Seguridad Social, Seguros y Préstamos del Chaco', 'INSSSEP', '{chaco,insep}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('42', 'provincial', 'Instituto de Seguridad Social del Neuquén', 'ISSN', '{neuquen}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('43', 'provincial', 'Instituto Provincial del Seguro de Salud de Río Negro', 'IPROSS', '{"rio negro"}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('44', 'provincial', 'Dirección de Obra Social del Estado Provincial de San Luis', 'DOSEP', '{"san luis"}', NULL, NULL, '1970-01-01', NULL, NULL),
  ('45', 'art', 'Provincia Aseguradora de Riesgos del Trabajo', 'Provincia ART', '{"provincia seguros"}', NULL, NULL, '1996-01-01', NULL, NULL),
  ('46', 'art', 'Prevención Aseguradora de Riesgos del Trabajo', 'Prevención ART', '{}', NULL, NULL, '1996-01-01', NULL, NULL),
  ('47', 'art', 'Experta Aseguradora de Riesgos del Trabajo', 'Experta ART', '{experta,qbe}', NULL, NULL, '1996-01-01', NULL, NULL),
  ('48', 'art', 'Asociart Aseguradora de Riesgos del Trabajo', 'Asociart', '{"asociart art"}', NULL, NULL, '1996-01-01', NULL, NULL),
  ('49', 'art', 'La Segunda Aseguradora de Riesgos del Trabajo', 'La Segunda ART', '{"la segunda"}', NULL, NULL, '1996-01-01', NULL, NULL),
  ('50', 'art', 'Swiss Medical Aseguradora de Riesgos del Trabajo', 'Swiss Medical ART', '{"swiss art"}', NULL, NULL, '2012-01-01', NULL, NULL);
select setval('coverages_id_seq', 50);

CREATE UNIQUE INDEX coverages_code_key ON coverages USING btree (code) WHERE merged_into IS NULL;
CREATE INDEX coverages_merged_into_idx ON coverages USING btree (merged_into) WHERE merged_into IS NOT NULL;
CREATE UNIQUE INDEX coverages_short_key ON coverages USING btree (coverage_key(short)) WHERE merged_into IS NULL;

CREATE OR REPLACE FUNCTION public.merged_coverages_take_what_patients_said() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  update patient_coverages set coverage_id = new.merged_into where coverage_id = new.id;
  update case_coverages set coverage_id = new.merged_into where coverage_id = new.id;
  update coverage_answers set coverage_id = new.merged_into where coverage_id = new.id;
  -- The dispute that remains hides what either hid.
  update coverage_disputes o set hidden_at = coalesce(o.hidden_at, d.hidden_at) from coverage_disputes d
    where o.coverage_id = new.merged_into and o.decided_at is null and d.coverage_id = new.id and d.decided_at is null
      and d.kine_id = o.kine_id;
  delete from coverage_disputes d where d.coverage_id = new.id and d.decided_at is null and exists (
    select from coverage_disputes o where o.coverage_id = new.merged_into and o.kine_id = d.kine_id and o.decided_at is null);
  update coverage_disputes set coverage_id = new.merged_into where coverage_id = new.id;
  update kine_coverages k set disputed_at = d.hidden_at from coverage_disputes d
    where k.coverage_id = new.merged_into and k.disputed_at is null
      and d.kine_id = k.kine_id and d.coverage_id = k.coverage_id and d.decided_at is null;
  return null;
end $function$;

CREATE TRIGGER merged_coverages_take_what_patients_said AFTER UPDATE OF merged_into ON coverages FOR EACH ROW WHEN (old.merged_into IS NULL AND new.merged_into IS NOT NULL) EXECUTE FUNCTION merged_coverages_take_what_patients_said();

create table case_coverages (
  case_id uuid not null,
  coverage_id integer not null,
  plan text,
  constraint case_coverages_pkey PRIMARY KEY (case_id),
  constraint case_coverages_plan_check CHECK (char_length(btrim(plan)) >= 1 AND char_length(btrim(plan)) <= 60),
  constraint case_coverages_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint case_coverages_coverage_id_fkey FOREIGN KEY (coverage_id) REFERENCES coverages(id)
);

CREATE INDEX case_coverages_coverage_id_idx ON case_coverages USING btree (coverage_id);

CREATE OR REPLACE FUNCTION public.patient_coverages_need_consent() RETURNS trigger LANGUAGE plpgsql AS $function$
declare
  patient uuid;
  given text;
begin
  if tg_op = 'UPDATE' and new.plan is not distinct from old.plan and has_role(viewer_id(), 'admin') then
    return new;
  end if;
  if tg_table_name = 'case_coverages' then
    select patient_id into patient from cases where id = new.case_id and status = 'open';
    if patient is null then
      perform refuse('cases_change_while_open', 'the coverage of a case changes while it is open');
    end if;
  else
    patient := new.patient_id;
  end if;
  select health_consent into given from profiles where id = patient for share;
  if given is null or given is distinct from current_consent('health_data') then
    perform refuse('cases_need_consent', 'a patient''s coverage is kept with their consent');
  end if;
  return new;
end $function$;

CREATE TRIGGER case_coverages_need_consent BEFORE INSERT OR UPDATE ON case_coverages FOR EACH ROW EXECUTE FUNCTION patient_coverages_need_consent();

create table coverage_answers (
  id uuid default uuid_v7() not null,
  case_id uuid not null,
  kine_id uuid not null,
  patient_id uuid not null,
  coverage_id integer not null,
  answer coverage_answer not null,
  answered_at timestamp with time zone default now() not null,
  constraint coverage_answers_pkey PRIMARY KEY (id),
  constraint coverage_answers_case_id_kine_id_key UNIQUE (case_id, kine_id),
  constraint coverage_answers_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint coverage_answers_coverage_id_fkey FOREIGN KEY (coverage_id) REFERENCES coverages(id),
  constraint coverage_answers_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint coverage_answers_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX coverage_answers_answered_at_idx ON coverage_answers USING btree (answered_at);
CREATE INDEX coverage_answers_coverage_id_idx ON coverage_answers USING btree (coverage_id);
CREATE INDEX coverage_answers_kine_id_idx ON coverage_answers USING btree (kine_id, coverage_id, answered_at);
CREATE INDEX coverage_answers_patient_id_idx ON coverage_answers USING btree (patient_id);

CREATE OR REPLACE FUNCTION public.coverage_answers_follow_a_closed_case() RETURNS trigger LANGUAGE plpgsql AS $function$
declare
  given text;
begin
  if not exists (
    select from cases c
    join matches m on m.case_id = c.id and m.kine_id = new.kine_id and m.status = 'accepted'
    join case_coverages v on v.case_id = c.id and v.coverage_id = new.coverage_id
    join kine_coverages k on k.kine_id = m.kine_id and k.coverage_id = v.coverage_id
    where c.id = new.case_id and c.status = 'closed' and c.patient_id = new.patient_id
  ) then
    perform refuse('coverage_answers_of_closed_cases',
      'a patient answers about an accepted specialist of a closed case who states its coverage');
  end if;
  select health_consent into given from profiles where id = new.patient_id for share;
  if given is null then
    perform refuse('cases_need_consent', 'what a patient says about their coverage is kept with their consent');
  end if;
  return new;
end $function$;

CREATE TRIGGER coverage_answers_follow_a_closed_case BEFORE INSERT ON coverage_answers FOR EACH ROW EXECUTE FUNCTION coverage_answers_follow_a_closed_case();

-- Two patients who say no within 60 days open a dispute, however often the specialist stated the coverage in between. What was said since then,
-- within 60 days of the end of its case, hides it at once. What was said before the last decision does not count.
CREATE OR REPLACE FUNCTION public.denials_open_a_dispute() RETURNS trigger LANGUAGE plpgsql AS $function$
declare
  denials integer;
  weighing integer;
  since timestamptz;
begin
  -- The lock lets denials that come at once see each other.
  select stated_at into since from kine_coverages where kine_id = new.kine_id and coverage_id = new.coverage_id for no key update;
  if not found then
    return null;
  end if;
  select count(distinct a.patient_id),
      count(distinct a.patient_id) filter (where has_lasted(coalesce(m.decided_at, m.created_at)) and a.answered_at >= since
        and extract(epoch from a.answered_at - c.closed_at) <= 60 * 86400)
    into denials, weighing
    from coverage_answers a join cases c on c.id = a.case_id join matches m on m.case_id = a.case_id and m.kine_id = a.kine_id
    where a.kine_id = new.kine_id and a.coverage_id = new.coverage_id and a.answer = 'no' and is_counted(a.patient_id)
      and extract(epoch from now() - a.answered_at) <= 60 * 86400
      and a.answered_at > coalesce((select max(decided_at) from coverage_disputes
        where kine_id = new.kine_id and coverage_id = new.coverage_id), '-infinity');
  if denials < 2 then
    return null;
  end if;
  insert into coverage_disputes (kine_id, coverage_id) values (new.kine_id, new.coverage_id)
    on conflict (kine_id, coverage_id) where decided_at is null do nothing;
  if weighing >= 2
    and exists (select from coverage_disputes where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null
      and hidden_at is null)
    and not exists (select from coverage_disputes where kine_id = new.kine_id and coverage_id = new.coverage_id and decision = 'kept'
      and decided_at > now() - interval '90 days')
    and may_act_at_once('coverage_hidden', new.patient_id, new.kine_id) then
    update coverage_disputes set hidden_at = now()
      where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null;
    update kine_coverages set disputed_at = now() where kine_id = new.kine_id and coverage_id = new.coverage_id;
  end if;
  return null;
end $function$;

CREATE TRIGGER denials_open_a_dispute AFTER INSERT ON coverage_answers FOR EACH ROW WHEN (new.answer = 'no'::coverage_answer) EXECUTE FUNCTION denials_open_a_dispute();

create table coverage_disputes (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  coverage_id integer not null,
  opened_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  decision text,
  hidden_at timestamp with time zone,
  constraint coverage_disputes_pkey PRIMARY KEY (id),
  constraint coverage_disputes_decided CHECK ((decided_at IS NULL) = (decision IS NULL)),
  constraint coverage_disputes_decision_check CHECK (decision = ANY (ARRAY['kept'::text, 'removed'::text])),
  constraint coverage_disputes_coverage_id_fkey FOREIGN KEY (coverage_id) REFERENCES coverages(id),
  constraint coverage_disputes_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint coverage_disputes_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX coverage_disputes_coverage_id_idx ON coverage_disputes USING btree (coverage_id);
CREATE INDEX coverage_disputes_decided_by_idx ON coverage_disputes USING btree (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX coverage_disputes_decided_idx ON coverage_disputes USING btree (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX coverage_disputes_kine_id_idx ON coverage_disputes USING btree (kine_id, coverage_id, decided_at);
CREATE UNIQUE INDEX coverage_disputes_one_at_a_time ON coverage_disputes USING btree (kine_id, coverage_id) WHERE decided_at IS NULL;
CREATE INDEX coverage_disputes_open_idx ON coverage_disputes USING btree (id) WHERE decided_at IS NULL;

-- What a specialist was asked to confirm, and when. The link of a message holds the time of `asked_at`: a newer message ends it.
create table kine_confirmations (
  kine_id uuid not null,
  refund_invoice_at timestamp with time zone,
  asked_at timestamp with time zone,
  answered_at timestamp with time zone,
  unanswered smallint default 0 not null,
  constraint kine_confirmations_pkey PRIMARY KEY (kine_id),
  constraint kine_confirmations_answer_what_was_asked CHECK (answered_at IS NULL OR asked_at IS NOT NULL),
  constraint kine_confirmations_unanswered_check CHECK (unanswered >= 0 AND unanswered <= 100),
  constraint kine_confirmations_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on column kine_confirmations.refund_invoice_at is 'when the specialist last confirmed that they give invoices for refunds; null: they do not';

create table kine_coverages (
  kine_id uuid not null,
  coverage_id integer not null,
  how coverage_how not null,
  plans text,
  extra integer default 0 not null,
  stated_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone default now() not null,
  disputed_at timestamp with time zone,
  constraint kine_coverages_pkey PRIMARY KEY (kine_id, coverage_id),
  constraint kine_coverages_extra_check CHECK (extra >= 0 AND extra <= 10000000),
  constraint kine_coverages_plans_check CHECK (char_length(btrim(plans)) >= 1 AND char_length(btrim(plans)) <= 120),
  constraint kine_coverages_coverage_id_fkey FOREIGN KEY (coverage_id) REFERENCES coverages(id),
  constraint kine_coverages_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on column kine_coverages.extra is 'what a patient pays on top of the coverage, in whole pesos';
comment on column kine_coverages.stated_at is 'since when the specialist states it; a confirmation does not move it';

CREATE INDEX kine_coverages_coverage_id_idx ON kine_coverages USING btree (coverage_id, kine_id DESC);

CREATE OR REPLACE FUNCTION public.kine_coverages_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'INSERT' then
    <<kine_coverages_are_in_use>>
    declare
      retired timestamptz;
    begin
      -- The lock keeps a coverage from being retired or merged meanwhile.
      select retired_at into retired from coverages where id = new.coverage_id for share;
      if retired is not null then
        perform refuse('coverages_in_use', 'a retired coverage is not stated');
      end if;
    end kine_coverages_are_in_use;
  end if;
  if (tg_op <> 'UPDATE' or (new.coverage_id) is distinct from (old.coverage_id)) then
    <<kine_coverages_stay_disputed>>
    begin
      -- What an admin removed comes back by an admin for 90 days.
      insert into coverage_disputes (kine_id, coverage_id, hidden_at)
        select new.kine_id, new.coverage_id, now() where (select decision from coverage_disputes d
          where d.kine_id = new.kine_id and d.coverage_id = new.coverage_id and d.decided_at > now() - interval '90 days'
          order by d.decided_at desc limit 1) = 'removed'
        on conflict (kine_id, coverage_id) where decided_at is null do nothing;
      new.disputed_at := (select hidden_at from coverage_disputes
        where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null);
    end kine_coverages_stay_disputed;
  end if;
  <<practice_facts_of_kines>>
  begin
    if tg_op = 'INSERT' and not exists (select from user_roles where user_id = new.kine_id and role = 'kine') then
      perform refuse('practice_facts_of_kines', 'only a specialist states coverages and prices');
    end if;
    -- Nothing is confirmed ahead of time.
    if new.confirmed_at > now() then
      new.confirmed_at := now();
    end if;
  end practice_facts_of_kines;
  return new;
end $function$;

CREATE TRIGGER kine_coverages_keep_their_course BEFORE INSERT OR UPDATE ON kine_coverages FOR EACH ROW EXECUTE FUNCTION kine_coverages_keep_their_course();

create table patient_coverages (
  patient_id uuid not null,
  coverage_id integer not null,
  plan text,
  saved_at timestamp with time zone default now() not null,
  constraint patient_coverages_pkey PRIMARY KEY (patient_id),
  constraint patient_coverages_plan_check CHECK (char_length(btrim(plan)) >= 1 AND char_length(btrim(plan)) <= 60),
  constraint patient_coverages_coverage_id_fkey FOREIGN KEY (coverage_id) REFERENCES coverages(id),
  constraint patient_coverages_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX patient_coverages_coverage_id_idx ON patient_coverages USING btree (coverage_id);
CREATE TRIGGER patient_coverages_need_consent BEFORE INSERT OR UPDATE ON patient_coverages FOR EACH ROW EXECUTE FUNCTION patient_coverages_need_consent();

-- Whether a stated fact still holds: "fresh" up to 60 days, "aging" up to 90, "stale" from then on. In seconds, since the days of a
-- time zone have different lengths. app/shared/freshness.ts has the same rule.
CREATE OR REPLACE FUNCTION public.fact_freshness(_confirmed_at timestamp with time zone, _now timestamp with time zone) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN CASE WHEN (EXTRACT(epoch FROM (_now - _confirmed_at)) <= ((60 * 86400))::numeric) THEN 'fresh'::text WHEN (EXTRACT(epoch FROM (_now - _confirmed_at)) <= ((90 * 86400))::numeric) THEN 'aging'::text ELSE 'stale'::text END;

CREATE OR REPLACE FUNCTION public.practice_facts_of_kines() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'INSERT' and not exists (select from user_roles where user_id = new.kine_id and role = 'kine') then
    perform refuse('practice_facts_of_kines', 'only a specialist states coverages and prices');
  end if;
  -- Nothing is confirmed ahead of time.
  if new.confirmed_at > now() then
    new.confirmed_at := now();
  end if;
  return new;
end $function$;
