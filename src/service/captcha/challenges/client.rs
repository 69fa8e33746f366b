//! The client of a captcha: a visitor who asks for one or answers it, as far as that matters for its price.

use rookery_captcha::defence::Purpose;

/// A visitor who asks for a challenge or sends an answer.
#[derive(Clone, Debug)]
pub struct Client {
    /// The session's row, or the other site on whose page the captcha stands.
    pub session: String,
    /// Whether the session has no challenge of its own yet: it was made for this request, or stands for another site.
    pub is_new: bool,
    /// The address range whose failures and arrivals count; empty where limits do not apply.
    pub range: String,
    /// The action that the captcha lets the visitor do.
    pub purpose: Purpose,
    /// Whether every account of this site waits for the owner, so that the number of those that wait refuses none.
    pub waits_anyway: bool,
    /// Whether the visitor may see pictures and hear recordings: without either, work is the way in.
    pub may_view: bool,
}
