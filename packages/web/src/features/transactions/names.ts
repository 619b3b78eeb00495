// The types and statuses of the wire, with the keys of their texts.

const TYPES = [
  [1, 'type1'],
  [2, 'type2'],
  [3, 'type3'],
  [4, 'type4'],
  [5, 'type5'],
  [6, 'type6'],
  [7, 'type7'],
  [8, 'type8'],
  [9, 'type9'],
  [10, 'type10'],
  [11, 'type11'],
] as const;

const STATUSES = [
  ['Pending', 'statusPending'],
  ['Processing', 'statusProcessing'],
  ['Approved', 'statusApproved'],
  ['Failed', 'statusFailed'],
  ['Cancelled', 'statusCancelled'],
  ['In review', 'statusInReview'],
  ['Rejected', 'statusRejected'],
] as const;

export const TYPE_TEXTS = new Map<number, (typeof TYPES)[number][1]>(TYPES);
export const STATUS_TEXTS = new Map<string, (typeof STATUSES)[number][1]>(STATUSES);
