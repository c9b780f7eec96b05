// The search for people on its screen: starts over with every text from the box, and tells what stands until the next answer.
import { useEffect, useMemo, useState } from 'react';
import { findText } from '#web/find-text.ts';
import { CallFailed, send } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { createFinder, type Finding } from './finder.ts';

/** Waiting has become noticeable then. */
const LATE_MS = 500;

/** What the screen can tell by itself, with a way to try again: nothing of the session or of rights. */
const isForNow = (error: unknown) =>
  !(error instanceof CallFailed) || error.isLost || error.is('TooMany') || error.report.names.length === 0;

export function useFind() {
  const dialogs = useDialogs();
  const asked = findText.use();
  const [finding, setFinding] = useState<Finding | null>(null);
  /** What was there before stays until waiting becomes noticeable; null until then. */
  const [shown, setShown] = useState<Finding | null>(null);
  const finder = useMemo(() => createFinder(setFinding, send), []);

  useEffect(() => {
    if (asked.text === '') setFinding({ asked, step: 'nothing' });
    else finder.look(asked);
    return finder.stop;
  }, [finder, asked]);

  useEffect(() => {
    const isQuiet = finding?.step === 'looking' && !finding.isInside;
    const timer = setTimeout(() => setShown(finding), isQuiet ? LATE_MS : 0);
    return () => clearTimeout(timer);
  }, [finding]);

  useEffect(() => {
    if (finding?.step !== 'failed' || isForNow(finding.error)) return;
    // Logged in again in place: it goes on.
    dialogs.systemError(finding.error, { canRetry: true }).then((again) => {
      if (again) finder.look(finding.asked);
    });
  }, [finding, finder, dialogs]);

  return { shown, again: () => finder.look(asked) };
}
