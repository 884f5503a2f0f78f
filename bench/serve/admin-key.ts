/** The administrator's key of the servers that are measured. They listen on the loopback and end with the figure. */
export const ADMIN_KEY = 'the-administrator-of-a-benchmark-0123456789';
