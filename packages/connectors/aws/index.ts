export { callAws, toFailureOfAws } from './call-aws.ts'
export { withoutCredentials } from './service-failure.ts'
export { type AwsAccess, awsSettings } from './settings.ts'
