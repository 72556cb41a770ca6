/** What can be wrong with a gift after the order. */
export const problemKinds = ['late', 'damaged', 'wrong_item', 'missing_item', 'other'] as const
export const problemStates = ['open', 'answered', 'resolved'] as const
export const problemResolutions = ['replaced', 'closed'] as const

export const problemLimits = {
  maxTextLength: 2_000,
  maxPhotos: 3,
  maxPhotoBytes: 15_000_000,
  /** Larger photos are scaled down. */
  maxStoredEdge: 2_400,
  maxAnswerLength: 4_000,
} as const
