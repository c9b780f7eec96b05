// Which source files a screen is drawn by, so that pictures which are older than their screen can be told.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Folders below src/, by what addresses begin with; the first that fits holds. */
const FOLDERS: readonly [string, ...string[]][] = [
  ['/AdminLogin', 'backoffice/accounts/log-in'],
  ['/AdminReserveStatusCheck', 'backoffice/day/status'],
  ['/StaffSetup', 'backoffice/accounts/set-up-code'],
  ['/StaffMe', 'backoffice/accounts/own-account', 'backoffice/accounts/two-factor'],
  ['/Staff', 'backoffice/accounts/staff'],
  ['/WIGA1Detail', 'backoffice/reservations/detail'],
  ['/WIGA1', 'backoffice/reservations/search', 'backoffice/reservations/confirm'],
  ['/Find', 'backoffice/reservations/find'],
  ['/DeskBooking', 'backoffice/reservations/phone-booking'],
  ['/Reception', 'backoffice/day/reception', 'backoffice/reservations/amend'],
  ['/RoomList', 'backoffice/day/reception'],
  ['/Slip', 'backoffice/day/slips'],
  ['/Sending', 'backoffice/day/sendings'],
  ['/Label', 'backoffice/day/labels'],
  ['/Notice', 'backoffice/day/notices'],
  ['/CSVPattern', 'backoffice/files/csv-patterns'],
  ['/FirstDay', 'backoffice/setup/first-day'],
  ['/AccessLog', 'backoffice/accounts/access-log'],
  ['/Privacy', 'backoffice/people/privacy'],
  ['/PersonData', 'backoffice/people/disclosure'],
  ['/MasterWIRKN', 'masters/institution'],
  ['/MasterWCALM', 'masters/closed-days'],
  ['/MasterWJGYO', 'masters/clients'],
  ['/MasterWHFKB', 'masters/categories'],
  ['/MasterWKKMM', 'masters/exam-items'],
  ['/MasterWOPBR', 'masters/option-groups'],
  ['/MasterWOPKM', 'masters/option-items'],
  ['/MasterWWAKU', 'masters/frames'],
  ['/MasterWTMZN', 'masters/time-slots'],
  ['/MasterWWKKR', 'masters/capacity'],
  ['/MasterWMAIL', 'masters/mail-templates'],
  ['/Master', 'masters/courses'],
  ['/CommonTop', 'examinee/top'],
  ['/CommonLogin', 'examinee/login'],
  ['/CommonForget', 'examinee/passwords'],
  ['/CommonMyPage', 'examinee/reservations/my-page'],
  ['/CommonConfirmCancel', 'examinee/reservations/cancel'],
  ['/CommonSelectCourse', 'examinee/booking/course'],
  ['/CommonSelectOption', 'examinee/booking/options'],
  ['/CommonSelectCalender', 'examinee/booking/calendar'],
  ['/CommonInput', 'examinee/booking/input'],
  ['/CommonConfirm', 'examinee/booking/confirm'],
  ['/CommonReserveResult', 'examinee/booking/result'],
];

/** What draws the screen at this address: its parts and their sheets, without what only the server runs. */
export function sourcesOf(route: string): string[] {
  const [, ...folders] = FOLDERS.find(([start]) => route.startsWith(start)) ?? [''];
  return folders
    .filter((folder) => existsSync(`${ROOT}src/${folder}`))
    .flatMap((folder) =>
      readdirSync(`${ROOT}src/${folder}`, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(tsx|css)$/.test(file) && !/\.test\./.test(file))
        .map((file) => `src/${folder}/${file}`),
    )
    .sort();
}

export function hashOf(route: string): string {
  const hash = createHash('sha256');
  for (const file of sourcesOf(route)) hash.update(`${file}\n`).update(readFileSync(ROOT + file));
  return hash.digest('hex').slice(0, 16);
}
