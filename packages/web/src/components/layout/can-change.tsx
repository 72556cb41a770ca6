import type { ReactNode } from 'react'
import { useCanChange } from '#web/session.ts'

/** Renders controls that viewers may not use. */
export const CanChange = ({ children }: { children: ReactNode }) => useCanChange() && children
