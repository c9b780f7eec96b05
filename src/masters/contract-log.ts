// What the access log holds of a save of a master: its name with the record's code, and what was done.

interface MasterLog<T> {
  act: 'master';
  note: string;
  subject(sent: T): string;
}

/** `codeOf` names a record by what is sent to mean it; that of a new one is the server's to give. */
export function masterLog<T>(master: string, codeOf: (sent: T) => string) {
  const about = (note: string): MasterLog<T> => ({
    act: 'master',
    note,
    subject: (sent) => `${master} ${codeOf(sent)}`.trimEnd(),
  });
  return {
    register: { act: 'master', note: '登録', subject: () => master } as MasterLog<unknown>,
    update: about('更新'),
    remove: about('削除'),
    bulk: about('一括'),
    about,
  };
}
