// Generated from the OpenAPI documents by scripts/generate.ts. Do not edit.

export const packageVersion = '0.1.0'
