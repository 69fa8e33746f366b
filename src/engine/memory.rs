//! Large arrays, where the system may have no memory for them.

/// `count` times the default, or half as many where memory is too short for that, or half of that, and so on; not fewer than `least`.
pub fn as_many<T: Clone + Default>(count: usize, least: usize) -> Vec<T> {
    let mut count = count;
    while count / 2 >= least.max(1) {
        let mut all = Vec::new();
        if all.try_reserve_exact(count).is_ok() {
            all.resize(count, T::default());
            return all;
        }
        count /= 2;
    }
    vec![T::default(); count]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_as_many_as_there_can_be() {
        assert_eq!(as_many::<u8>(9, 2), [0; 9]);
        assert_eq!(as_many::<u64>(1, 1), [0]);
    }
}
