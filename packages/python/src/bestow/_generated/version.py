# Generated from the OpenAPI document by scripts/generate.ts. Do not edit.
API_VERSION = "2026-05"
PACKAGE_VERSION = "0.1.0"
