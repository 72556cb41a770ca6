import type { ReactNode } from 'react'
import { type Permission, usePermission } from '#web/session.ts'

/** A part of the page with controls that viewers may not use. It renders nothing for viewers. */
export const CanChange = ({
  permission = 'gift_requests:write',
  children,
}: {
  permission?: Permission
  children: ReactNode
}) => usePermission(permission) && children
