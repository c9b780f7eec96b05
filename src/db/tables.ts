// Written by `npm run generate` from the migrated schema: do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface Tables {
  access_log: AccessLog;
  administrator_directory: AdministratorDirectory;
  administrators: Administrators;
  answered_requests: AnsweredRequests;
  calendar_days: CalendarDays;
  client_categories: ClientCategories;
  clients: Clients;
  code_counters: CodeCounters;
  course_frames: CourseFrames;
  course_items: CourseItems;
  course_options: CourseOptions;
  course_prices: CoursePrices;
  courses: Courses;
  csv_download_rows: CsvDownloadRows;
  csv_downloads: CsvDownloads;
  csv_pattern_items: CsvPatternItems;
  csv_patterns: CsvPatterns;
  csv_pending: CsvPending;
  daily_runs: DailyRuns;
  erasures: Erasures;
  exam_items: ExamItems;
  examinee_credentials: ExamineeCredentials;
  examinees: Examinees;
  failed_tries: FailedTries;
  frame_capacities: FrameCapacities;
  frames: Frames;
  institution_images: InstitutionImages;
  institution_policies: InstitutionPolicies;
  institution_routes: InstitutionRoutes;
  institutions: Institutions;
  live_count_moves: LiveCountMoves;
  live_counts: LiveCounts;
  login_attempts: LoginAttempts;
  mail_templates: MailTemplates;
  mail_wishes: MailWishes;
  masters_versions: MastersVersions;
  notice_recipients: NoticeRecipients;
  notices: Notices;
  option_groups: OptionGroups;
  option_items: OptionItems;
  outbox_mails: OutboxMails;
  partner_keys: PartnerKeys;
  partner_subjects: PartnerSubjects;
  passkey_directory: PasskeyDirectory;
  postal_code_set: PostalCodeSet;
  postal_codes: PostalCodes;
  privacy_progress: PrivacyProgress;
  reception_marks: ReceptionMarks;
  removed_institutions: RemovedInstitutions;
  reservation_history: ReservationHistory;
  reservation_options: ReservationOptions;
  reservation_places: ReservationPlaces;
  reservations: Reservations;
  service_key: ServiceKey;
  sessions: Sessions;
  staff_devices: StaffDevices;
  staff_notices: StaffNotices;
  staff_passkeys: StaffPasskeys;
  staff_recovery_codes: StaffRecoveryCodes;
  time_slots: TimeSlots;
  used_assertions: UsedAssertions;
  used_tickets: UsedTickets;
}

export interface AccessLog {
  institution_code: string;
  at: Date;
  entry_id: Generated<string>;
  actor_kind: 'staff' | 'operator' | 'service' | 'examinee';
  user_id: Generated<string>;
  display_name: Generated<string>;
  role: 'manager' | 'reception' | 'viewer' | null;
  address: Generated<string>;
  act: string;
  subject: Generated<string>;
  details: ColumnType<unknown, string | undefined, string>;
  outcome: Generated<'ok' | 'refused' | 'failed'>;
  numbers: number[] | null;
}

export interface AdministratorDirectory {
  user_id: string;
  institution_code: string;
}

export interface Administrators {
  institution_code: string;
  user_id: string;
  display_name: string;
  role: Generated<'manager' | 'reception' | 'viewer'>;
  password_hash: string | null;
  password_is_long: Generated<boolean>;
  password_changed_at: Date | null;
  setup_hash: string | null;
  setup_expires_at: Date | null;
  last_login_at: Date | null;
  passkey_user: Buffer | null;
  totp_sealed: string | null;
  totp_confirmed_at: Date | null;
  totp_last_step: Generated<number>;
  factors_version: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  disabled_at: Date | null;
  must_change_password: Generated<boolean>;
}

export interface AnsweredRequests {
  institution_code: string;
  act: string;
  person_key: string;
  request_id: string;
  content_hash: Buffer;
  answer: ColumnType<unknown, string, string>;
  answered_at: Date;
}

export interface CalendarDays {
  institution_code: string;
  day: string;
  status: 'open' | 'closed';
}

export interface ClientCategories {
  institution_code: string;
  client_code: string;
  category_code: string;
  name: string;
  version: Generated<number>;
}

export interface Clients {
  institution_code: string;
  client_code: string;
  name: string;
  name_kana: Generated<string>;
  short_name: Generated<string>;
  insurer_number: Generated<string>;
  age_basis: 'this_year' | 'next_year' | 'visit_day';
  age_month: Generated<number>;
  age_day: Generated<number>;
  usable: Generated<boolean>;
  booking_method: Generated<'confirmed' | 'desired'>;
  guest_booking: Generated<boolean>;
  url: Generated<string>;
  questionnaire_shown: Generated<boolean>;
  reminder_days: Generated<number>;
  promotion_months: Generated<number>;
  prices_shown: Generated<boolean>;
  version: Generated<number>;
}

export interface CodeCounters {
  institution_code: string;
  scope: string;
  last_number: number;
}

export interface CourseFrames {
  institution_code: string;
  client_code: string;
  fiscal_year: number;
  course_code: string;
  condition_code: string;
  category_code: string | null;
  sex: 'male' | 'female' | null;
  age_from: number;
  age_to: number;
  frame_code: string;
}

export interface CourseItems {
  institution_code: string;
  client_code: string;
  fiscal_year: number;
  course_code: string;
  item_code: string;
  extent: 'all' | 'part' | 'none';
}

export interface CourseOptions {
  institution_code: string;
  client_code: string;
  fiscal_year: number;
  course_code: string;
  group_code: string;
  option_code: string;
  condition_code: string;
  category_code: string | null;
  sex: 'male' | 'female' | null;
  age_from: number;
  age_to: number;
  amount: number;
}

export interface CoursePrices {
  institution_code: string;
  client_code: string;
  fiscal_year: number;
  course_code: string;
  condition_code: string;
  category_code: string | null;
  sex: 'male' | 'female' | null;
  age_from: number;
  age_to: number;
  amount: number;
}

export interface Courses {
  institution_code: string;
  client_code: string;
  fiscal_year: number;
  course_code: string;
  name: string;
  internal_name: Generated<string>;
  duration: Generated<string>;
  published: Generated<boolean>;
  registration_from: string;
  registration_to: string;
  description: Generated<string>;
  recommended_for: Generated<string>;
  entry_notes: Generated<string>;
  confirmation_notes: Generated<string>;
  cancel_notes: Generated<string>;
  version: Generated<number>;
  items_version: Generated<number>;
  frames_version: Generated<number>;
  prices_version: Generated<number>;
  options_version: Generated<number>;
}

export interface CsvDownloadRows {
  institution_code: string;
  reservation_number: number;
  download_id: number;
  version: number;
}

export interface CsvDownloads {
  institution_code: string;
  download_id: GeneratedAlways<number>;
  at: Date;
  administrator_id: string;
  pattern_code: string;
}

export interface CsvPatternItems {
  institution_code: string;
  pattern_code: string;
  position: number;
  attribute: string | null;
  group_code: string | null;
  option_code: string | null;
}

export interface CsvPatterns {
  institution_code: string;
  pattern_code: string;
  name: string;
  is_initial: Generated<boolean>;
  version: Generated<number>;
}

export interface CsvPending {
  institution_code: string;
  reservation_number: number;
  news_version: number;
}

export interface DailyRuns {
  institution_code: string;
  day: string;
  finished_at: Date;
}

export interface Erasures {
  erasure_id: Generated<string>;
  institution_code: string;
  at: Date;
  reservation_numbers: number[];
  examinee_id: number;
  account: 'kept' | 'emptied' | 'deleted';
}

export interface ExamItems {
  institution_code: string;
  item_code: string;
  sort: number;
  name: string;
  version: Generated<number>;
}

export interface ExamineeCredentials {
  institution_code: string;
  examinee_id: number;
  kind: 'own' | 'first' | 'reissued';
  scheme: 'argon2id' | 'keyed';
  hash: string;
  must_change: Generated<boolean>;
  expires_at: Date | null;
  created_at: Generated<Date>;
  opens_sessions: Generated<boolean>;
}

export interface Examinees {
  institution_code: string;
  examinee_id: GeneratedAlways<number>;
  mail: string;
  family_name: Generated<string>;
  given_name: Generated<string>;
  family_kana: Generated<string>;
  given_kana: Generated<string>;
  birth_date: string | null;
  sex: 'male' | 'female' | null;
  postal_code: Generated<string>;
  prefecture: Generated<string>;
  city: Generated<string>;
  street: Generated<string>;
  phone: Generated<string>;
  client_code: Generated<string>;
  category_code: string | null;
  insurer_number: Generated<string>;
  card_symbol: Generated<string>;
  card_number: Generated<string>;
  company_name: Generated<string>;
  employee_number: Generated<string>;
  accepts_mail: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  mail_verified_at: Date | null;
}

export interface FailedTries {
  key: string;
  failures: number;
  last_failure_at: Date;
}

export interface FrameCapacities {
  institution_code: string;
  frame_code: string;
  visit_date: string;
  slot_code: string;
  capacity: number;
  used: Generated<number>;
}

export interface Frames {
  institution_code: string;
  frame_code: string;
  name: string;
  managed_by: 'day' | 'time';
  counted_as: 'persons' | 'parts';
  version: Generated<number>;
}

export interface InstitutionImages {
  institution_code: string;
  file_name: string;
  media_type: 'image/png' | 'image/jpeg' | 'image/webp';
  sha256: string;
  content: Buffer;
}

export interface InstitutionPolicies {
  institution_code: string;
  two_factor_since: Date | null;
  reserve_years: Generated<number>;
  mail_days: Generated<number>;
  log_years: Generated<number>;
  anonymise_from: string | null;
  first_day_done_at: Date | null;
  first_day_later: Generated<string[]>;
  sender_domains: Generated<string[]>;
  version: Generated<number>;
  reserve_years_next: number | null;
  reserve_years_from: string | null;
  log_years_next: number | null;
  log_years_from: string | null;
  managers_two_factor_since: Date | null;
}

export interface InstitutionRoutes {
  route_param: string;
  institution_code: string;
}

export interface Institutions {
  institution_code: string;
  route_param: string;
  name: string;
  name_kana: Generated<string>;
  name_english: Generated<string>;
  contract_postal_code: Generated<string>;
  contract_address1: Generated<string>;
  contract_address2: Generated<string>;
  contract_phone: Generated<string>;
  exam_postal_code: Generated<string>;
  exam_address1: Generated<string>;
  exam_address2: Generated<string>;
  exam_phone: Generated<string>;
  phone_hours: Generated<string>;
  booking_kinds: Generated<'both' | 'individual' | 'insurance'>;
  calendar_format: Generated<'calendar' | 'list'>;
  change_deadline_days: Generated<number>;
  bookable_from_days: Generated<number>;
  bookable_to_days: Generated<number>;
  first_password: Generated<'birth_date' | 'random'>;
  homepage_url: Generated<string>;
  tax_display: Generated<'excluded' | 'included'>;
  tax_rounding: Generated<'up' | 'half' | 'down'>;
  no_course_text: Generated<string>;
  terms_text: Generated<string>;
  message: Generated<string>;
  slip_notes: Generated<string>;
  is_demo: Generated<boolean>;
  closed_at: Date | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface LiveCountMoves {
  institution_code: string;
  visit_date: string;
  frame_code: string;
  slot_code: string;
  delta: number;
}

export interface LiveCounts {
  institution_code: string;
  visit_date: string;
  frame_code: string;
  slot_code: string;
  live: number;
}

export interface LoginAttempts {
  user_key: string;
  network_key: string;
  failures: number;
  last_failure_at: Date;
  known_until: Date | null;
  expires_at: Date;
}

export interface MailTemplates {
  institution_code: string;
  template_code: string;
  kind: 'password' | 'booked' | 'confirmed' | 'changed_by_examinee' | 'changed_by_staff' | 'cancelled_by_examinee' | 'cancel_confirmed' | 'reminder' | 'promotion';
  client_code: string | null;
  course_code: string | null;
  title: string;
  body: string;
  sender: Generated<string>;
  reply_to: Generated<string>;
  bcc: Generated<string>;
  version: Generated<number>;
}

export interface MailWishes {
  institution_code: string;
  mail: string;
  accepts: boolean;
  at: Date;
  origin: 'link' | 'oneclick' | 'my_page' | 'booking' | 'staff';
  user_id: Generated<string>;
}

export interface MastersVersions {
  institution_code: string;
  version: number;
}

export interface NoticeRecipients {
  institution_code: string;
  notice_id: string;
  reservation_number: number;
  channel: 'mail' | 'phone';
  visit_date: string;
  slot_code: string;
  subject: string;
  mail_id: string | null;
  mail_state: 'waiting' | 'retrying' | 'sent' | 'failed' | 'withdrawn' | null;
  sent_at: Date | null;
  called_at: Date | null;
  called_by: Generated<string>;
  memo: Generated<string>;
  version: Generated<number>;
}

export interface Notices {
  institution_code: string;
  notice_id: string;
  request_id: string;
  content_hash: Buffer;
  at: Date;
  administrator_id: string;
  title: string;
  told_title: string;
  body: string;
  source: string;
  skipped: Generated<number[]>;
}

export interface OptionGroups {
  institution_code: string;
  group_code: string;
  sort: number;
  name: string;
  internal_name: Generated<string>;
  description: Generated<string>;
  selection: 'single' | 'multiple';
  version: Generated<number>;
}

export interface OptionItems {
  institution_code: string;
  group_code: string;
  option_code: string;
  sort: number;
  name: string;
  internal_name: Generated<string>;
  frame_code: string | null;
  is_initial: Generated<boolean>;
  version: Generated<number>;
}

export interface OutboxMails {
  institution_code: string;
  mail_id: Generated<string>;
  message_id: string;
  kind: 'password' | 'booked' | 'confirmed' | 'changed_by_examinee' | 'changed_by_staff' | 'cancelled_by_examinee' | 'cancel_confirmed' | 'reminder' | 'promotion' | 'notice';
  reservation_number: number | null;
  once_key: string | null;
  sender: string;
  sender_name: Generated<string>;
  reply_to: Generated<string>;
  recipient: string;
  bcc: Generated<string>;
  subject: string;
  body: string;
  calendar_event: ColumnType<unknown, string | undefined, string>;
  state: Generated<'waiting' | 'sent' | 'failed' | 'withdrawn'>;
  attempts: Generated<number>;
  next_attempt_at: Date;
  give_up_at: Date | null;
  last_error: Generated<string>;
  created_at: Date;
  sent_at: Date | null;
}

export interface PartnerKeys {
  institution_code: string;
  client_code: string;
  key_id: string;
  issuer: string;
  public_key: string;
}

export interface PartnerSubjects {
  institution_code: string;
  client_code: string;
  subject: string;
  examinee_id: number;
}

export interface PasskeyDirectory {
  credential_id: string;
  institution_code: string;
  user_id: string;
}

export interface PostalCodeSet {
  is_only: Generated<boolean>;
  files: string[];
  stamped_at: Date;
  prefectures: string[];
}

export interface PostalCodes {
  postal_code: string;
  place: number;
  prefecture: string;
  city: string;
  town: string;
}

export interface PrivacyProgress {
  institution_code: string;
  table_name: string;
  place: ColumnType<unknown, string | undefined, string>;
  began_at: Date;
}

export interface ReceptionMarks {
  institution_code: string;
  reservation_number: number;
  visit_date: string;
  state: 'arrived' | 'no_show';
  at: Date;
  administrator_id: string;
}

export interface RemovedInstitutions {
  institution_code: string;
  route_param: string;
  removed_at: Date;
  counts: ColumnType<unknown, string | undefined, string>;
}

export interface ReservationHistory {
  institution_code: string;
  reservation_number: number;
  entry_id: GeneratedAlways<number>;
  at: Date;
  actor_kind: 'examinee' | 'administrator' | 'service';
  actor_id: string;
  act: 'booked' | 'changed' | 'replaced' | 'cancelled' | 'edited' | 'mailed' | 'corrected' | 'memo' | 'received' | 'noticed';
  details: ColumnType<unknown, string | undefined, string>;
}

export interface ReservationOptions {
  institution_code: string;
  reservation_number: number;
  position: number;
  group_code: string;
  option_code: string;
  condition_code: string;
  name: string;
  amount: number;
}

export interface ReservationPlaces {
  institution_code: string;
  reservation_number: number;
  frame_code: string;
  visit_date: string;
  slot_code: string;
  quantity: number;
  held: boolean;
  origin: Generated<'own' | 'inherited'>;
}

export interface Reservations {
  institution_code: string;
  reservation_number: Generated<number>;
  examinee_id: number | null;
  status: 'new' | 'changed' | 'confirmed' | 'replaced_unconfirmed' | 'replaced_confirmed' | 'cancelled' | 'cancel_confirmed' | 'deleted';
  desired: boolean;
  replaces: number | null;
  origin: Generated<'web' | 'phone' | 'partner'>;
  version: Generated<number>;
  news_version: Generated<number>;
  download_status: Generated<'new' | 'changed' | 'done'>;
  fiscal_year: number;
  client_code: string;
  course_code: string;
  price_condition_code: string;
  category_code: string | null;
  visit_date: string;
  slot_code: string;
  start_minute: number | null;
  client_name: string;
  insurer_number: Generated<string>;
  category_name: Generated<string>;
  course_name: string;
  course_duration: Generated<string>;
  course_description: Generated<string>;
  course_recommended_for: Generated<string>;
  course_items: ColumnType<unknown, string | undefined, string>;
  course_amount: number;
  total_amount: number;
  tax_display: 'excluded' | 'included';
  tax_rounding: 'up' | 'half' | 'down' | null;
  tax_rate: Generated<number>;
  prices_shown: boolean;
  family_name: string;
  given_name: string;
  family_kana: string;
  given_kana: string;
  birth_date: string;
  age: number;
  age_date: string | null;
  sex: 'male' | 'female';
  postal_code: Generated<string>;
  prefecture: Generated<string>;
  city: Generated<string>;
  street: Generated<string>;
  phone: Generated<string>;
  card_symbol: Generated<string>;
  card_number: Generated<string>;
  company_name: Generated<string>;
  employee_number: Generated<string>;
  mail: string;
  accepts_mail: boolean;
  remarks: Generated<string>;
  patient_number: Generated<string>;
  staff_memo: Generated<string>;
  anonymised_at: Date | null;
  folded_kana: GeneratedAlways<string>;
  folded_name: GeneratedAlways<string>;
  folded_company: GeneratedAlways<string>;
  folded_client: GeneratedAlways<string>;
  folded_symbol: GeneratedAlways<string>;
  phone_digits: GeneratedAlways<string>;
  created_at: Date;
  updated_at: Date;
  pending_examinee_id: number | null;
}

export interface ServiceKey {
  is_only: Generated<boolean>;
  mark: string;
  since: Generated<Date>;
}

export interface Sessions {
  token_hash: Buffer;
  kind: 'administrator' | 'examinee' | 'handover';
  institution_code: string;
  administrator_id: string | null;
  examinee_id: number | null;
  opened_with: 'own' | 'first' | 'reissued' | null;
  client_code: string | null;
  subject: string | null;
  role: 'manager' | 'reception' | 'viewer' | null;
  display_name: Generated<string>;
  is_restricted: Generated<boolean>;
  confirmed_at: Date | null;
  address: Generated<string>;
  device: Generated<string>;
  second_factor: Generated<'none' | 'totp' | 'passkey' | 'recovery'>;
  created_at: Date;
  last_used_at: Date;
  session_id: Generated<string>;
  must_change_password: Generated<boolean>;
}

export interface StaffDevices {
  institution_code: string;
  user_id: string;
  device: string;
  network: string;
  last_used_at: Date;
}

export interface StaffNotices {
  institution_code: string;
  user_id: string;
  notice_id: Generated<string>;
  at: Date;
  kind: 'device' | 'factor' | 'setup';
  note: string;
  by_name: Generated<string>;
  address: Generated<string>;
  acknowledged_at: Date | null;
}

export interface StaffPasskeys {
  institution_code: string;
  user_id: string;
  passkey_id: Generated<string>;
  credential_id: string;
  public_key: Buffer;
  counter: Generated<number>;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface StaffRecoveryCodes {
  institution_code: string;
  user_id: string;
  hash: string;
  used_at: Date | null;
}

export interface TimeSlots {
  institution_code: string;
  slot_code: string;
  name: string;
  start_minute: number;
  version: Generated<number>;
}

export interface UsedAssertions {
  institution_code: string;
  assertion_hash: Buffer;
  expires_at: Date;
}

export interface UsedTickets {
  ticket_hash: Buffer;
  expires_at: Date;
}
