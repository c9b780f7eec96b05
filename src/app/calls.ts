// Every call of the service.

import { accountHandlers } from '#account/server.ts';
import { accessLogHandlers } from '#backoffice/accounts/access-log/server.ts';
import { loginHandlers } from '#backoffice/accounts/log-in/server.ts';
import { ownAccountHandlers } from '#backoffice/accounts/own-account/server.ts';
import { staffSetupHandlers } from '#backoffice/accounts/set-up-code/server.ts';
import { staffHandlers } from '#backoffice/accounts/staff/server.ts';
import { staffReadHandlers } from '#backoffice/accounts/staff/server-read.ts';
import { twoFactorHandlers } from '#backoffice/accounts/two-factor/server.ts';
import { noticeHandlers } from '#backoffice/day/notices/server.ts';
import { receptionHandlers } from '#backoffice/day/reception/server.ts';
import { roomHandlers } from '#backoffice/day/reception/server-rooms.ts';
import { sendingHandlers } from '#backoffice/day/sendings/server.ts';
import { slipHandlers } from '#backoffice/day/slips/server.ts';
import { statusHandlers } from '#backoffice/day/status/server.ts';
import { patternHandlers } from '#backoffice/files/csv-patterns/server.ts';
import { downloadHandlers } from '#backoffice/files/csv-patterns/server-download.ts';
import { personDataHandlers } from '#backoffice/people/disclosure/server.ts';
import { privacyHandlers } from '#backoffice/people/privacy/server.ts';
import { amendHandlers } from '#backoffice/reservations/amend/server.ts';
import { bulkConfirmHandlers } from '#backoffice/reservations/confirm/server.ts';
import { reservationHandlers } from '#backoffice/reservations/detail/server.ts';
import { correctionHandlers } from '#backoffice/reservations/detail/server-correct.ts';
import { noteHandlers } from '#backoffice/reservations/detail/server-note.ts';
import { findHandlers } from '#backoffice/reservations/find/server.ts';
import { manyHandlers } from '#backoffice/reservations/many/server.ts';
import { phoneBookingHandlers } from '#backoffice/reservations/phone-booking/server.ts';
import { phoneReserveHandlers } from '#backoffice/reservations/phone-booking/server-reserve.ts';
import { extractionHandlers } from '#backoffice/reservations/search/server.ts';
import { firstDayHandlers } from '#backoffice/setup/first-day/server.ts';
import { samePersonHandlers } from '#backoffice/shared/server-same-person.ts';
import { stepHandlers } from '#examinee/booking/server.ts';
import { calendarHandlers } from '#examinee/booking/server-calendar.ts';
import { entryHandlers } from '#examinee/booking/server-entry.ts';
import { reserveHandlers } from '#examinee/booking/server-reserve.ts';
import { passwordHandlers } from '#examinee/passwords/server.ts';
import { cancelHandlers } from '#examinee/reservations/cancel/server.ts';
import { detailHandlers } from '#examinee/reservations/detail/server.ts';
import { myPageHandlers } from '#examinee/reservations/my-page/server.ts';
import { topHandlers } from '#examinee/top/server.ts';
import { unsubscribeHandlers } from '#examinee/unsubscribe/server.ts';
import { verifyMailHandlers } from '#examinee/verify-mail/server.ts';
import { capacityHandlers } from '#masters/capacity/server.ts';
import { copyHandlers } from '#masters/capacity/server-copy.ts';
import { categoryHandlers } from '#masters/categories/server.ts';
import { clientHandlers } from '#masters/clients/server.ts';
import { closedDayHandlers } from '#masters/closed-days/server.ts';
import { courseHandlers } from '#masters/courses/server.ts';
import { fiscalYearUpdateHandlers } from '#masters/courses/server-bulk.ts';
import { courseCopyHandlers } from '#masters/courses/server-copy.ts';
import { courseOptionHandlers } from '#masters/courses/server-options.ts';
import { publishHandlers } from '#masters/courses/server-publish.ts';
import { courseFrameHandlers, courseItemHandlers, coursePriceHandlers } from '#masters/courses/server-sets.ts';
import { examItemHandlers } from '#masters/exam-items/server.ts';
import { frameHandlers } from '#masters/frames/server.ts';
import { institutionHandlers } from '#masters/institution/server.ts';
import { mailTemplateHandlers } from '#masters/mail-templates/server.ts';
import { optionGroupHandlers } from '#masters/option-groups/server.ts';
import { optionItemHandlers } from '#masters/option-items/server.ts';
import { timeSlotHandlers } from '#masters/time-slots/server.ts';
import { postalHandlers } from '#postal/server.ts';
import type { Handler } from '#server/service.ts';

export const handlers: readonly Handler[] = [
  ...accountHandlers,
  ...postalHandlers,
  ...loginHandlers,
  ...ownAccountHandlers,
  ...twoFactorHandlers,
  ...statusHandlers,
  ...firstDayHandlers,
  ...institutionHandlers,
  ...clientHandlers,
  ...categoryHandlers,
  ...examItemHandlers,
  ...optionGroupHandlers,
  ...optionItemHandlers,
  ...frameHandlers,
  ...timeSlotHandlers,
  ...capacityHandlers,
  ...copyHandlers,
  ...closedDayHandlers,
  ...mailTemplateHandlers,
  ...courseHandlers,
  ...publishHandlers,
  ...courseItemHandlers,
  ...courseFrameHandlers,
  ...coursePriceHandlers,
  ...courseOptionHandlers,
  ...fiscalYearUpdateHandlers,
  ...courseCopyHandlers,
  ...topHandlers,
  ...unsubscribeHandlers,
  ...verifyMailHandlers,
  ...stepHandlers,
  ...calendarHandlers,
  ...entryHandlers,
  ...reserveHandlers,
  ...reservationHandlers,
  ...correctionHandlers,
  ...noteHandlers,
  ...samePersonHandlers,
  ...slipHandlers,
  ...bulkConfirmHandlers,
  ...manyHandlers,
  ...findHandlers,
  ...receptionHandlers,
  ...roomHandlers,
  ...sendingHandlers,
  ...noticeHandlers,
  ...patternHandlers,
  ...downloadHandlers,

  ...privacyHandlers,
  ...personDataHandlers,
  ...myPageHandlers,
  ...detailHandlers,
  ...cancelHandlers,

  ...extractionHandlers,
  ...phoneBookingHandlers,
  ...phoneReserveHandlers,
  ...amendHandlers,
  ...staffReadHandlers,
  ...staffHandlers,
  ...staffSetupHandlers,
  ...accessLogHandlers,
  ...passwordHandlers,
];
