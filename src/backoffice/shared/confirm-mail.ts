// Whether whoever confirms reservations, one or many, notifies the people by mail: asked once, and remembered.
import { createPreference } from '#web/preferences.ts';

export const confirmMail = createPreference<boolean>('confirm-mail', true);
