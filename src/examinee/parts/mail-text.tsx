// A mail address that breaks, where it must, after the @.

export function MailText({ mail }: { mail: string }) {
  const at = mail.lastIndexOf('@') + 1;
  return (
    <>
      {mail.slice(0, at)}
      <wbr />
      {mail.slice(at)}
    </>
  );
}
