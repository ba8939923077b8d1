/** Where the gateway answers; nginx passes everything below it on. */
export const API_BASE = "/api/v1";
export const PAYMENTS_BASE = "/api/payments";
