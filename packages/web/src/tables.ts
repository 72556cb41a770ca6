/** The reader of tables, which the service uses too. The layers test allows this import here only. */
export * from '../../../src/platform/tables/index.ts'
