//! Sorting by rank, the best first, in little code for each type.

/// Sorts by rank, the highest first; equal ones stay in their order. The library's sort is two thousand lines of machine code for each
/// type of item; here only the ranks are sorted by it.
pub(crate) fn sort_best_first<T, R: Ord>(items: &mut [T], rank: impl FnMut(&T) -> R) {
    let ranks: Vec<R> = items.iter().map(rank).collect();
    for (place, from) in order(&ranks).into_iter().enumerate() {
        items.swap(place, from);
    }
}

/// The swaps that sort the ranks, from the first place on: for each place the one where its item stands by then.
fn order<R: Ord>(ranks: &[R]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by(|&a, &b| ranks[b].cmp(&ranks[a]));
    for place in 0..order.len() {
        // What stood on a place that is filled went where that place's item came from.
        let mut from = order[place];
        while from < place {
            from = order[from];
        }
        order[place] = from;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix;
    use std::cmp::Reverse;

    #[test]
    fn it_is_the_stable_sort_of_the_library() {
        let mut random = SplitMix::new(1);
        for len in 0..60 {
            let items: Vec<(usize, usize)> = (0..len).map(|i| (random.below(9), i)).collect();
            let (mut own, mut right) = (items.clone(), items);
            sort_best_first(&mut own, |(rank, _)| *rank);
            right.sort_by_key(|(rank, _)| Reverse(*rank));
            assert_eq!(own, right);
        }
    }
}
