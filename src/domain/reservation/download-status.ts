// Whether a reservation has been in a CSV file since it was made or last changed.

export type DownloadStatus = 'new' | 'changed' | 'done';

/** In the words of the back office. */
export const DOWNLOAD_WORDS: Readonly<Record<DownloadStatus, string>> = {
  new: '未（新規）',
  changed: '未（変更・取消）',
  done: '済',
};
