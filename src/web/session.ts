// What a tab remembers of who is logged in, on either side, and at which institution.
import { useState } from 'react';
import type { whoAmI } from '#account/contract.ts';
import { isAtLeast, type Role } from '#domain/staff/roles.ts';
import type { Reply } from '#wire/call.ts';
import { createStore } from './store.ts';

/** `userName` is the institution's name with the user's. */
export type OfficeSession = Reply<typeof whoAmI> & { token: string };

export const officeSession = createStore<OfficeSession>('office', {
  token: '',
  userId: '',
  institutionCode: '',
  userName: '',
  displayName: '',
  role: 'viewer',
  isTwoFactorNeeded: false,
  isPasswordChangeNeeded: false,
  isTwoFactor: false,
  isTotp: false,
  isPasskey: false,
  recoveryCount: 0,
  noticeCount: 0,
  isFirstDay: false,
  isSending: false,
});

/**
 * For what a screen shows or hides; what may be done is the server's to say. As the role was when the screen was opened: one that
 * changes meanwhile takes nothing away that was typed.
 */
export const useMay = (least: Role) => useState(() => isAtLeast(officeSession.get().role, least))[0];

export const isOfficeUser = ({ token, institutionCode }: OfficeSession) => token !== '' && institutionCode !== '';

const NOBODY = {
  auth: { institutionCode: '', examineeId: null as number | null, userId: '', token: '' },
  institution: {
    routeParam: '',
    name: '',
    nameKana: '',
    nameEnglish: '',
    homepageUrl: '',
    phone: '',
    phoneHours: '',
    address: '',
    postalCode: '',
    examPhone: '',
    contractPostalCode: '',
    contractAddress: '',
    backgroundUrl: '',
    bookingKinds: 'both' as 'both' | 'individual' | 'insurance',
    /** Whether there was anything to book for individuals when the institution was asked for. */
    isIndividualOpen: true,
  },
  /** The account's name, whomever a booking is for. */
  personName: '',
};

export type ExamineeSession = typeof NOBODY;

/** What the errands of the examinee side keep beside this has a name below it, and goes with it. */
export const examineeSession = createStore('examinee', NOBODY);

export const hasInstitution = ({ auth }: ExamineeSession) => auth.institutionCode !== '';

export const isExaminee = ({ auth, institution, personName }: ExamineeSession) =>
  auth.institutionCode !== '' &&
  auth.examineeId !== null &&
  auth.token !== '' &&
  institution.name !== '' &&
  personName !== '';
