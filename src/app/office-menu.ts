// The menus of the back office: what they hold, in which order, and where each entry leads.
import { EXAM_ITEMS, FRAMES, OPTION_GROUPS, OPTION_ITEMS, TIME_SLOTS } from '#masters/addresses.ts';
import type { OfficeMenu } from '#web/office-menu.ts';
import {
  ACCESS_LOG,
  CAPACITY,
  CLOSED_DAYS,
  EXTRACTION,
  FIND,
  firstDayPaths,
  HOME,
  INSTITUTION,
  LOGIN,
  NOTICE,
  noticePaths,
  OWN_ACCOUNT,
  PHONE_BOOKING,
  patternPaths,
  personPaths,
  privacyPaths,
  RECEPTION,
  reservationPaths,
  SLIPS,
  staffPaths,
} from './addresses.ts';

export const menu: OfficeMenu = {
  home: HOME,
  login: LOGIN,
  own: OWN_ACCOUNT,
  find: FIND,
  screens: [
    { path: reservationPaths.picker, least: 'reception' },
    { path: noticePaths.write, least: 'reception' },
  ],
  chapters: [
    { within: HOME, topic: 'status' },
    { within: [reservationPaths.detail, reservationPaths.picker], topic: 'reservation' },
    { within: EXTRACTION, topic: 'extraction' },
    { within: [FIND, PHONE_BOOKING, RECEPTION, SLIPS, '/Notice'], topic: 'desk' },
    { within: '/CSVPattern', topic: 'csv' },
    { within: INSTITUTION, topic: 'institution' },
    { within: CLOSED_DAYS, topic: 'closed-days' },
    { within: ['/MasterWJGYO', '/MasterWHFKB'], topic: 'clients' },
    { within: ['/MasterWIRKS', '/MasterWIRKM', '/MasterWKSWK', '/MasterWRKKS', '/MasterWRKOP'], topic: 'courses' },
    { within: '/MasterWKKMM', topic: 'exam-items' },
    { within: ['/MasterWOPBR', '/MasterWOPKM'], topic: 'options' },
    { within: '/MasterWWAKU', topic: 'frames' },
    { within: '/MasterWTMZN', topic: 'time-slots' },
    { within: CAPACITY, topic: 'capacity' },
    { within: '/MasterWMAIL', topic: 'mail' },
    { within: OWN_ACCOUNT, topic: 'account' },
    { within: [staffPaths.list, staffPaths.detail], topic: 'staff' },
    { within: ACCESS_LOG, topic: 'access-log' },
    { within: [privacyPaths.form, personPaths.search], topic: 'privacy' },
    { within: '/FirstDay', topic: 'first-day' },
  ],
  sections: [
    {
      id: 'reservations',
      label: '予約管理',
      least: 'viewer',
      groups: [
        {
          title: '',
          entries: [
            { label: '予約状況照会', path: HOME, within: HOME },
            { label: '受診者抽出', path: EXTRACTION, within: EXTRACTION },
            { label: '電話予約', path: PHONE_BOOKING, within: PHONE_BOOKING, least: 'reception' },
            { label: '当日受付', path: RECEPTION, within: RECEPTION },
            { label: '一斉連絡', path: noticePaths.list, within: NOTICE },
            { label: 'CSVパターン一覧', path: patternPaths.list, within: '/CSVPattern', least: 'reception' },
          ],
        },
      ],
    },
    {
      id: 'masters',
      label: 'マスタ管理',
      least: 'manager',
      groups: [
        {
          title: '施設',
          entries: [
            { label: '医療機関情報マスタ', path: INSTITUTION, within: INSTITUTION },
            { label: '休日マスタ', path: CLOSED_DAYS, within: CLOSED_DAYS },
          ],
        },
        {
          title: 'クライアントとコース',
          entries: [
            { label: 'クライアントマスタ', path: '/MasterWJGYOList', within: ['/MasterWJGYO', '/MasterWHFKB'] },
            {
              label: 'コースマスタ',
              path: '/MasterWIRKSList',
              within: ['/MasterWIRKS', '/MasterWIRKM', '/MasterWKSWK', '/MasterWRKKS', '/MasterWRKOP'],
            },
            { label: '検査項目マスタ', path: EXAM_ITEMS, within: '/MasterWKKMM' },
          ],
        },
        {
          title: 'オプション',
          entries: [
            { label: 'オプション分類マスタ', path: OPTION_GROUPS, within: '/MasterWOPBR' },
            { label: 'オプション項目マスタ', path: OPTION_ITEMS, within: '/MasterWOPKM' },
          ],
        },
        {
          title: '予約枠',
          entries: [
            { label: '予約枠マスタ', path: FRAMES, within: '/MasterWWAKU' },
            { label: '時間帯マスタ', path: TIME_SLOTS, within: '/MasterWTMZN' },
            { label: '予約枠数マスタ', path: CAPACITY, within: CAPACITY },
          ],
        },
        {
          title: 'メール',
          entries: [{ label: 'メールテンプレートマスタ', path: '/MasterWMAILList', within: '/MasterWMAIL' }],
        },
      ],
    },
    {
      id: 'running',
      label: '運用管理',
      least: 'manager',
      groups: [
        {
          title: '',
          entries: [
            { label: 'はじめての設定', path: firstDayPaths.guide, within: firstDayPaths.guide },
            { label: '職員アカウント', path: staffPaths.list, within: [staffPaths.list, staffPaths.detail] },
            { label: '操作履歴', path: ACCESS_LOG, within: ACCESS_LOG },
            { label: '個人情報の取り扱い', path: privacyPaths.form, within: privacyPaths.form },
            { label: '個人データの開示・消去', path: personPaths.search, within: personPaths.search },
          ],
        },
      ],
    },
  ],
};
