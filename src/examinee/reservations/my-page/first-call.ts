// Where my page's call is sent, apart from what it says: it is sent before the rest of the page is there.
export const MY_PAGE_CALL = '/api/CommonMyPage/FirstDisplay';
