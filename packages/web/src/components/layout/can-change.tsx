import type { ReactNode } from 'react'
import { useCanChange } from '#web/session.ts'

/** A part of the page with controls that viewers may not use. It renders nothing for viewers. */
export const CanChange = ({ children }: { children: ReactNode }) => useCanChange() && children
