// What a tab remembers of who is logged in, on either side, and at which institution.
import { useState } from 'react';
import { isAtLeast, type Role } from '#domain/staff/roles.ts';
import { createStore } from './store.ts';

export interface OfficeSession {
  token: string;
  userId: string;
  institutionCode: string;
  /** The institution's name with the user's. */
  userName: string;
  role: Role;
  /** The session is good for setting up a second factor, and for nothing else. */
  isTwoFactorNeeded: boolean;
  /** It is good for changing the password, and for nothing else. */
  isPasswordChangeNeeded: boolean;
  /** The account has a second factor. */
  isTwoFactor: boolean;
  /** An authenticator app is one. */
  isTotp: boolean;
  /** One that a browser proves. */
  isPasskey: boolean;
  /** Its recovery codes that are left. */
  recoveryCount: number;
  /** What is to be acknowledged of the own account. */
  noticeCount: number;
  /** The institution is still led through its first day. */
  isFirstDay: boolean;
}

export const officeSession = createStore<OfficeSession>('office', {
  token: '',
  userId: '',
  institutionCode: '',
  userName: '',
  role: 'viewer',
  isTwoFactorNeeded: false,
  isPasswordChangeNeeded: false,
  isTwoFactor: false,
  isTotp: false,
  isPasskey: false,
  recoveryCount: 0,
  noticeCount: 0,
  isFirstDay: false,
});

/**
 * For what a screen shows or hides; what may be done is the server's to say. As the role was when the screen was opened: one that
 * turns meanwhile takes nothing away that was typed.
 */
export const useMay = (least: Role) => useState(() => isAtLeast(officeSession.get().role, least))[0];

export const isOfficeUser = ({ token, institutionCode }: OfficeSession) => token !== '' && institutionCode !== '';

/** What the errands of the examinee side keep beside this has a name below it, and goes with it. */
export interface ExamineeSession {
  auth: { institutionCode: string; examineeId: number | null; userId: string; token: string };
  institution: {
    routeParam: string;
    name: string;
    nameKana: string;
    nameEnglish: string;
    homepageUrl: string;
    phone: string;
    phoneHours: string;
    address: string;
    postalCode: string;
    examPhone: string;
    contractPostalCode: string;
    contractAddress: string;
    backgroundUrl: string;
    bookingKinds: 'both' | 'individual' | 'insurance';
    /** Whether there was anything to book for individuals when the institution was asked for. */
    isIndividualOpen: boolean;
  };
  /** The account's name, whomever a booking is for. */
  personName: string;
}

export const examineeSession = createStore<ExamineeSession>('examinee', {
  auth: { institutionCode: '', examineeId: null, userId: '', token: '' },
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
    bookingKinds: 'both',
    isIndividualOpen: true,
  },
  personName: '',
});

export const hasInstitution = ({ auth }: ExamineeSession) => auth.institutionCode !== '';

export const isExaminee = ({ auth, institution, personName }: ExamineeSession) =>
  auth.institutionCode !== '' &&
  auth.examineeId !== null &&
  auth.token !== '' &&
  institution.name !== '' &&
  personName !== '';
