// Generated from the OpenAPI documents by `npm run fix`. Do not edit.

export const packageVersion = '0.1.0'
