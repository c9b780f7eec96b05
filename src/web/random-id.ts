// An id of 128 random bits, under which a request may be sent again without being done twice.

export function randomId(): string {
  // randomUUID would need https, which a hospital's own network may lack.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
