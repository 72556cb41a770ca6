/** The transport of the connector `smtp`, for tests of the domain, which imports no connector. */
export { createSmtpTransport } from '#connectors/smtp'
