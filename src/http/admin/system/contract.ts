import { operation } from '../lib/operation.ts'
import { SystemStatus } from '../lib/system-status.ts'

export type {
  ProcessStatus,
  SettingInEffect,
  SystemHealth,
  WaitingEndpoint,
} from '../lib/system-status.ts'
export { SystemStatus } from '../lib/system-status.ts'

export const readSystem = operation('GET', '/system', {
  permission: 'operator',
  summary: 'show the state of the installation',
  reply: SystemStatus,
  isBackground: true,
})
