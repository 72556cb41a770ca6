# Generated from the OpenAPI document by `npm run fix`. Do not edit.
