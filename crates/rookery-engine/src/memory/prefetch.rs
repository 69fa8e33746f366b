//! Prefetch hints to the processor: the only `unsafe` code of the project. None changes what is computed.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;

/// Prefetches the cache line at `place`; does nothing if the processor has no such hint.
///
/// A probe of a large table mostly waits for memory. If it is prefetched when the move is made, the memory arrives while the
/// evaluation is updated. A plain read would stall the processor.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let place = std::ptr::from_ref(place).cast::<i8>();
        // SAFETY: a hint reads nothing and faults nowhere, and `place` is a reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Requests large pages (2 MiB instead of 4 KiB) for memory that has not been written to yet, so that the processor need not
/// look up a page's address for nearly every probe. On systems without them, nothing changes.
pub(crate) fn prefer_large_pages<T>(room: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        let page = rustix::param::page_size();
        let bytes = room.as_mut_ptr_range();
        let (start, end) = (bytes.start as usize, bytes.end as usize);
        let skipped = start.next_multiple_of(page) - start;
        let len = (end - start).saturating_sub(skipped) / page * page;
        if len > 0 {
            let first = bytes.start.cast::<u8>().wrapping_add(skipped);
            // A refusal does no harm.
            // SAFETY: whole pages within memory that is ours alone, and this advice changes nothing that a program can see.
            let _ = unsafe { madvise(first.cast(), len, Advice::LinuxHugepage) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = room;
}
