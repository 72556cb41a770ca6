# Generated from the OpenAPI document by scripts/generate.ts. Do not edit.
