// A QR code, drawn as one path; its size is its place's.
import { correction, generate, mode } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useMemo } from 'react';

/** Readers want so many modules of white around it. */
const QUIET = 4;

interface CodeProps {
  text: string;
  label: string;
  className?: string | undefined;
  /** Nothing but digits, and as robust as there is: read from paper that was folded. */
  isNumber?: boolean;
}

export function qrCodeOf(text: string, isNumber = false) {
  return isNumber ? generate(mode.numeric(text), { minCorrectionLevel: correction.H }) : generate(text);
}

export function QrCode({ text, label, className, isNumber = false }: CodeProps) {
  const { size, path } = useMemo(() => {
    const code = qrCodeOf(text, isNumber);
    return { size: code.size, path: toSvgPath(code) };
  }, [text, isNumber]);
  const side = size + 2 * QUIET;
  return (
    <svg className={className} viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
