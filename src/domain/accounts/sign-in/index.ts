/**
 * Sign-in: authentication of persons, and their sessions.
 *
 * - A *person* signs in once, and is a user of one or more accounts. Sign-in methods and sessions belong to the person.
 * - A *membership* is an account that a person may enter, with the person as its user.
 * - A *session user* is a signed-in person as a user of the account that the request is for.
 * - A *session* is a signed-in browser. Ending a session takes effect at once, on every node.
 * - A *second factor* is a code from an authenticator app (TOTP), or one of ten backup codes.
 * - A *passkey* replaces password and code, because the device verifies the user.
 * - A *challenge token* connects two steps of a sign-in; it can be used once.
 *
 * No result reveals whether a user exists: an unknown user and a wrong password have the same result
 * after the same time. Sessions and challenge tokens use real time, even if an account's test clock is
 * ahead.
 */

export {
  type AccessPolicy,
  liftAccessPolicy,
  readAccessPolicy,
  saveAccessPolicy,
} from './access-policy.ts'
export {
  cancelEmailChange,
  confirmEmailChange,
  findEmailChange,
  requestEmailChange,
} from './email-change.ts'
export { deviceLifetimeDays, issueDeviceToken } from './known-devices.ts'
export { hasOtherAccount, listMemberships } from './memberships.ts'
export {
  addPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
  startPasskeyRegistration,
  startPasskeySignIn,
} from './passkeys.ts'
export {
  type PasswordResetEmailData,
  passwordResetMinutes,
  requestPasswordReset,
  resetPassword,
} from './password-reset.ts'
export {
  changePassword,
  hashNewPassword,
  isOwnPassword,
  type PasswordSignInResult,
  signInWithCode,
  signInWithPassword,
  validatePassword,
} from './password-sign-in.ts'
export {
  countAddressAttempt,
  countAttempt,
  countPasswordAttempt,
  resetAttempts,
  resetPasswordAttempts,
  TooManyAttempts,
} from './rate-limit.ts'
export {
  assertFactorUsed,
  confirmedUntil,
  endSession,
  endSessions,
  findSessionUser,
  findSessionUserWithoutRenewal,
  listSessions,
  type NewSession,
  purgeExpired,
  rememberAccount,
  startSession,
} from './sessions.ts'
export { consumeSetupCode, createSetupCode, isSetupCode } from './setup-codes.ts'
export type { SignOnPolicy } from './sign-on-policy.ts'
export type {
  EntryRequest,
  Membership,
  Passkey,
  RequestOrigin,
  Restriction,
  Session,
  SessionUser,
  SignInMethod,
} from './tables.ts'
export {
  confirmTotp,
  countBackupCodes,
  createBackupCodes,
  disableTotp,
  startTotpSetup,
} from './totp.ts'
