/** True for what may name a review: kube-apiserver's uids are UUIDs, and an answer must not grow as long as a hostile one. */
export function isReviewUid(text: string): boolean {
  return text.length > 0 && text.length <= 256;
}
