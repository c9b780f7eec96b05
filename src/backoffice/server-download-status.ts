// Whether reservations are in a CSV file with all their news, as the database tells it.

/** Of the reservation r: done once a file had it in the version of its last news, or in a later one. */
export const DOWNLOAD_STATUS_OF_R = `
  case when exists (
         select from csv_download_rows d
          where d.institution_code = r.institution_code and d.reservation_number = r.reservation_number
            and d.version >= r.news_version)
       then 'done' else r.download_status end`;
