-- A reservation keeps the rate of the consumption tax that it was booked with. So far it has always been ten percent.
alter table reservations add column tax_rate integer not null default 10 check (tax_rate between 0 and 100);

-- As before, with that column; a server of the version before does not send it yet.
create or replace function insert_reservations(a_institution text, a_reservations jsonb, a_owner bigint)
returns void language plpgsql as $$
begin
  insert into reservations (
         institution_code, reservation_number, examinee_id, status, desired, replaces, version, download_status,
         fiscal_year, client_code, course_code, price_condition_code, category_code, visit_date, slot_code,
         start_minute, client_name, insurer_number, category_name, course_name, course_duration, course_description,
         course_recommended_for, course_items, course_amount, total_amount, tax_display, tax_rounding, tax_rate, prices_shown,
         family_name, given_name, family_kana, given_kana, birth_date, age, age_date, sex, postal_code, prefecture, city, street, phone,
         card_symbol, card_number, company_name, employee_number, mail, accepts_mail, remarks, patient_number,
         created_at, updated_at)
  select
         a_institution, n.reservation_number, coalesce(a_owner, n.examinee_id), n.status, n.desired, n.replaces,
         n.version, n.download_status, n.fiscal_year, n.client_code, n.course_code, n.price_condition_code,
         n.category_code, n.visit_date, n.slot_code, n.start_minute, n.client_name, n.insurer_number,
         n.category_name, n.course_name, n.course_duration, n.course_description, n.course_recommended_for,
         n.course_items, n.course_amount, n.total_amount, n.tax_display, n.tax_rounding, coalesce(n.tax_rate, 10),
         n.prices_shown, n.family_name, n.given_name, n.family_kana, n.given_kana, n.birth_date, n.age, n.age_date, n.sex, n.postal_code, n.prefecture, n.city, n.street,
         n.phone, n.card_symbol, n.card_number, n.company_name, n.employee_number, n.mail, n.accepts_mail, n.remarks,
         n.patient_number, n.created_at, n.updated_at
    from jsonb_to_recordset(a_reservations) as n(
         reservation_number integer, examinee_id bigint, status text, desired boolean, replaces integer,
         version integer, download_status text, fiscal_year integer, client_code text, course_code text,
         price_condition_code text, category_code text, visit_date date, slot_code text, start_minute integer,
         client_name text, insurer_number text, category_name text, course_name text, course_duration text,
         course_description text, course_recommended_for text, course_items jsonb, course_amount integer,
         total_amount integer, tax_display text, tax_rounding text, tax_rate integer, prices_shown boolean, family_name text, given_name text,
         family_kana text, given_kana text, birth_date date, age integer, age_date date, sex text, postal_code text,
         prefecture text, city text, street text, phone text, card_symbol text, card_number text, company_name text,
         employee_number text, mail text, accepts_mail boolean, remarks text, patient_number text,
         created_at timestamptz, updated_at timestamptz);
end $$;
