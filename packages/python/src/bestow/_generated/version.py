# Generated from the OpenAPI document by `npm run fix`. Do not edit.
API_VERSION = "2026-05"
PACKAGE_VERSION = "0.1.0"
