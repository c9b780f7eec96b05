// The menus of the back office: what they hold, in which order, and where each entry leads.
import { COURSES, MASTERS, OFFICE } from '#web/addresses.ts';
import type { OfficeMenu } from '#web/office-menu.ts';

export const menu: OfficeMenu = {
  screens: [
    { path: OFFICE.picker, least: 'reception' },
    { path: OFFICE.newNotice, least: 'reception' },
  ],
  chapters: [
    { within: OFFICE.home, topic: 'status' },
    { within: [OFFICE.reservation, OFFICE.picker], topic: 'reservation' },
    { within: OFFICE.extraction, topic: 'extraction' },
    { within: [OFFICE.find, OFFICE.phoneBooking, OFFICE.reception, OFFICE.slips, OFFICE.newNotice], topic: 'desk' },
    { within: OFFICE.sendings, topic: 'sending' },
    { within: [OFFICE.roomList, OFFICE.labels], topic: 'floor' },
    { within: [OFFICE.patterns, OFFICE.pattern], topic: 'csv' },
    { within: OFFICE.institution, topic: 'institution' },
    { within: OFFICE.closedDays, topic: 'closed-days' },
    { within: [MASTERS.clients.base, MASTERS.categories.base], topic: 'clients' },
    { within: [COURSES.base, COURSES.items, COURSES.frames, COURSES.prices, COURSES.options], topic: 'courses' },
    { within: MASTERS.examItems.base, topic: 'exam-items' },
    { within: [MASTERS.optionGroups.base, MASTERS.optionItems.base], topic: 'options' },
    { within: MASTERS.frames.base, topic: 'frames' },
    { within: MASTERS.timeSlots.base, topic: 'time-slots' },
    { within: OFFICE.capacity, topic: 'capacity' },
    { within: MASTERS.mails.base, topic: 'mail' },
    { within: OFFICE.account, topic: 'account' },
    { within: [OFFICE.staff, OFFICE.staffAccount], topic: 'staff' },
    { within: OFFICE.accessLog, topic: 'access-log' },
    { within: [OFFICE.privacy, OFFICE.people], topic: 'privacy' },
    { within: OFFICE.firstDay, topic: 'first-day' },
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
            { label: '予約状況照会', path: OFFICE.home, within: OFFICE.home },
            { label: '受診者抽出', path: OFFICE.extraction, within: OFFICE.extraction },
            { label: '電話予約', path: OFFICE.phoneBooking, within: OFFICE.phoneBooking, least: 'reception' },
            { label: '当日受付', path: OFFICE.reception, within: OFFICE.reception },
            { label: '検査別の一覧', path: OFFICE.roomList, within: OFFICE.roomList },
            { label: '発送', path: OFFICE.sendings, within: OFFICE.sendings, isForSending: true },
            { label: '一斉連絡', path: OFFICE.notices, within: OFFICE.newNotice },
            {
              label: 'CSVパターン一覧',
              path: OFFICE.patterns,
              within: [OFFICE.patterns, OFFICE.pattern],
              least: 'reception',
            },
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
            { label: '医療機関情報マスタ', path: OFFICE.institution, within: OFFICE.institution },
            { label: '休日マスタ', path: OFFICE.closedDays, within: OFFICE.closedDays },
          ],
        },
        {
          title: 'クライアントとコース',
          entries: [
            {
              label: 'クライアントマスタ',
              path: MASTERS.clients.list,
              within: [MASTERS.clients.base, MASTERS.categories.base],
            },
            {
              label: 'コースマスタ',
              path: COURSES.list,
              within: [COURSES.base, COURSES.items, COURSES.frames, COURSES.prices, COURSES.options],
            },
            { label: '検査項目マスタ', path: MASTERS.examItems.list, within: MASTERS.examItems.base },
          ],
        },
        {
          title: 'オプション',
          entries: [
            { label: 'オプション分類マスタ', path: MASTERS.optionGroups.list, within: MASTERS.optionGroups.base },
            { label: 'オプション項目マスタ', path: MASTERS.optionItems.list, within: MASTERS.optionItems.base },
          ],
        },
        {
          title: '予約枠',
          entries: [
            { label: '予約枠マスタ', path: MASTERS.frames.list, within: MASTERS.frames.base },
            { label: '時間帯マスタ', path: MASTERS.timeSlots.list, within: MASTERS.timeSlots.base },
            { label: '予約枠数マスタ', path: OFFICE.capacity, within: OFFICE.capacity },
          ],
        },
        {
          title: 'メール',
          entries: [{ label: 'メールテンプレートマスタ', path: MASTERS.mails.list, within: MASTERS.mails.base }],
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
            { label: 'はじめての設定', path: OFFICE.firstDay, within: OFFICE.firstDay },
            { label: '職員アカウント', path: OFFICE.staff, within: [OFFICE.staff, OFFICE.staffAccount] },
            { label: '操作履歴', path: OFFICE.accessLog, within: OFFICE.accessLog },
            { label: '個人情報の取り扱い', path: OFFICE.privacy, within: OFFICE.privacy },
            { label: '個人データの開示・消去', path: OFFICE.people, within: OFFICE.people },
          ],
        },
      ],
    },
  ],
};
