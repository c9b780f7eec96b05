// Whether reservations are in a CSV file with all their news, as the database tells it.

/** Whether a file had the reservation r in the version of its last news, or in a later one. */
export const IS_R_IN_A_FILE = `
  exists (select from csv_download_rows d
           where d.institution_code = r.institution_code and d.reservation_number = r.reservation_number
             and d.version >= r.news_version)`;

export const DOWNLOAD_STATUS_OF_R = `case when ${IS_R_IN_A_FILE} then 'done' else r.download_status end`;
