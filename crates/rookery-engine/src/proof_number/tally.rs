//! Tally of the numbers of a position's branches, from which its own follow.

use crate::proof_number::table::{INFINITE, MOST, Numbers};

/// Counts, sums and extremes over the branches.
pub(super) struct Tally {
    branches: u32,
    /// Branches that are won for the attacker, and the shortest and longest of those wins, plies.
    won: u32,
    plies: (u32, u32),
    /// Branches that are not won, and how many of them only by repetition.
    not_won: u32,
    by_repetition: u32,
    /// The least and the sum of the proof numbers, and of the disproof numbers.
    proof: (u32, u32),
    disproof: (u32, u32),
}

impl Tally {
    pub fn of(branches: impl Iterator<Item = Numbers>) -> Self {
        let mut tally = Tally {
            branches: 0,
            won: 0,
            plies: (u32::MAX, 0),
            not_won: 0,
            by_repetition: 0,
            proof: (INFINITE, 0),
            disproof: (INFINITE, 0),
        };
        branches.for_each(|numbers| tally.add(numbers));
        tally
    }

    fn add(&mut self, numbers: Numbers) {
        self.branches += 1;
        if numbers.proof == 0 {
            self.won += 1;
            self.plies.0 = self.plies.0.min(numbers.plies);
            self.plies.1 = self.plies.1.max(numbers.plies);
        }
        if numbers.disproof == 0 {
            self.not_won += 1;
            self.by_repetition += u32::from(numbers.by_repetition);
        }
        let add = |(least, sum): &mut (u32, u32), number: u32| {
            *least = number.min(*least);
            *sum = sum.saturating_add(number);
        };
        add(&mut self.proof, numbers.proof);
        add(&mut self.disproof, numbers.disproof);
    }

    /// The numbers of the position. It is won for the attacker by one move that is, if it is their turn, and by all of them otherwise.
    pub fn numbers(&self, is_attacking: bool) -> Numbers {
        let is_won = match is_attacking {
            true => self.won > 0,
            false => self.won == self.branches,
        };
        if is_won {
            let plies = match is_attacking {
                true => self.plies.0,
                false => self.plies.1,
            };
            return Numbers::won(plies.saturating_add(1));
        }
        let is_not_won = match is_attacking {
            true => self.not_won == self.branches,
            false => self.not_won > 0,
        };
        if is_not_won {
            return Numbers::not_won(match is_attacking {
                true => self.by_repetition > 0,
                false => self.by_repetition == self.not_won,
            });
        }
        match is_attacking {
            true => Numbers::open(self.proof.0, self.disproof.1.min(MOST)),
            false => Numbers::open(self.proof.1.min(MOST), self.disproof.0),
        }
    }
}
