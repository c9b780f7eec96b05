// Every call of the service.
import { accountHandlers } from '#account/server.ts';
import { accessLogHandlers } from '#backoffice/access-log/server.ts';
import { bulkConfirmHandlers } from '#backoffice/bulk-confirm/server.ts';
import { patternHandlers } from '#backoffice/csv-patterns/server.ts';
import { downloadHandlers } from '#backoffice/csv-patterns/server-download.ts';
import { findHandlers } from '#backoffice/find/server.ts';
import { firstDayHandlers } from '#backoffice/first-day/server.ts';
import { loginHandlers } from '#backoffice/login/server.ts';
import { reservationMailHandlers } from '#backoffice/mails/server.ts';
import { noticeHandlers } from '#backoffice/notice/server.ts';
import { ownAccountHandlers } from '#backoffice/own-account/server.ts';
import { personDataHandlers } from '#backoffice/person-data/server.ts';
import { phoneBookingHandlers } from '#backoffice/phone-booking/server.ts';
import { phoneReserveHandlers } from '#backoffice/phone-booking/server-reserve.ts';
import { privacyHandlers } from '#backoffice/privacy/server.ts';
import { receptionHandlers } from '#backoffice/reception/server.ts';
import { reservationHandlers } from '#backoffice/reservation/server.ts';
import { correctionHandlers } from '#backoffice/reservation/server-correct.ts';
import { extractionHandlers } from '#backoffice/reservation-search/server.ts';
import { samePersonHandlers } from '#backoffice/server-same-person.ts';
import { slipHandlers } from '#backoffice/slip/server.ts';
import { staffHandlers } from '#backoffice/staff/server.ts';
import { staffReadHandlers } from '#backoffice/staff/server-read.ts';
import { staffSetupHandlers } from '#backoffice/staff-setup/server.ts';
import { statusHandlers } from '#backoffice/status/server.ts';
import { twoFactorHandlers } from '#backoffice/two-factor/server.ts';
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
import { categoryHandlers } from '#masters/categories/server.ts';
import { clientHandlers } from '#masters/clients/server.ts';
import { closedDayHandlers } from '#masters/closed-days/server.ts';
import { courseHandlers } from '#masters/courses/server.ts';
import { fiscalYearUpdateHandlers } from '#masters/courses/server-bulk.ts';
import { courseCopyHandlers } from '#masters/courses/server-copy.ts';
import { courseFrameHandlers } from '#masters/courses/server-frames.ts';
import { courseItemHandlers } from '#masters/courses/server-items.ts';
import { courseOptionHandlers } from '#masters/courses/server-options.ts';
import { coursePriceHandlers } from '#masters/courses/server-prices.ts';
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
  ...closedDayHandlers,
  ...mailTemplateHandlers,
  ...courseHandlers,
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
  ...samePersonHandlers,
  ...slipHandlers,
  ...bulkConfirmHandlers,
  ...findHandlers,
  ...receptionHandlers,
  ...noticeHandlers,
  ...patternHandlers,
  ...downloadHandlers,

  ...reservationMailHandlers,
  ...privacyHandlers,
  ...personDataHandlers,
  ...myPageHandlers,
  ...detailHandlers,
  ...cancelHandlers,

  ...extractionHandlers,
  ...phoneBookingHandlers,
  ...phoneReserveHandlers,
  ...staffReadHandlers,
  ...staffHandlers,
  ...staffSetupHandlers,
  ...accessLogHandlers,
  ...passwordHandlers,
];
