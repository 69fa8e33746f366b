//! Captures by approach and by withdrawal, and the trail of a stone that goes from one to the next.

use std::ops::ControlFlow;

use crate::fanorona::rules::fanorona_move::CHAINS_MAX;
use crate::fanorona::rules::points::{self, Bearing, StoneSet};

/// Where the captured stones stand, relative to the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// Ahead of the point that the stone comes to.
    Approach,
    /// Behind the point that it leaves.
    Withdrawal,
}

/// One capturing step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The point that the stone leaves.
    pub from: u8,
    /// The point that it comes to.
    pub to: u8,
    /// The direction of the step.
    pub bearing: Bearing,
    /// The side on which stones are taken.
    pub means: Means,
    /// The stones that are taken: all that follow each other on that side without a gap.
    pub taken: StoneSet,
    /// Whether the same step could take stones on the other side instead, so that the player chooses.
    pub is_choice: bool,
}

impl Capture {
    /// The taken stone that is farthest from the step.
    pub fn farthest(&self) -> u8 {
        let steps_off = |point: &u8| point.abs_diff(self.from);
        points::each(self.taken)
            .max_by_key(steps_off)
            .unwrap_or(self.to)
    }

    /// The taken stone that is nearest to the step.
    pub fn nearest(&self) -> u8 {
        points::only(match self.means {
            Means::Approach => self.bearing.shift(points::bit(self.to)),
            Means::Withdrawal => self.bearing.back().shift(points::bit(self.from)),
        })
    }
}

/// A stone in the course of its move: where it stands, and what limits its next step.
#[derive(Clone, Copy, Debug)]
pub struct Trail {
    here: u8,
    /// The other side's stones that are left.
    enemy: StoneSet,
    /// The points of the board that are neither the enemy's nor the mover's, and that the stone has not stood on.
    free: StoneSet,
    /// The direction of the step before.
    last: Option<Bearing>,
}

impl Trail {
    /// The stone on `from` before its first step, among these stones of the other side and these empty points.
    #[inline]
    pub fn new(from: u8, enemy: StoneSet, free: StoneSet) -> Self {
        Trail {
            here: from,
            enemy,
            free,
            last: None,
        }
    }

    /// The point that the stone stands on.
    #[inline]
    pub fn here(&self) -> u8 {
        self.here
    }

    /// The other side's stones that are left.
    #[inline]
    pub fn enemy(&self) -> StoneSet {
        self.enemy
    }

    /// The direction of the step before.
    pub fn last(&self) -> Option<Bearing> {
        self.last
    }

    /// The captures of a step in a direction, by approach first.
    #[inline]
    pub fn toward(&self, bearing: Bearing) -> [Option<Capture>; 2] {
        let here = points::bit(self.here) & bearing.origins();
        let to = bearing.shift(here) & self.free;
        if to == 0 || self.last == Some(bearing) {
            return [None; 2];
        }
        let ahead = bearing.run(to, self.enemy);
        let behind = bearing.back().run(here, self.enemy);
        let capture = |means, taken, other| {
            let capture = Capture {
                from: self.here,
                to: points::only(to),
                bearing,
                means,
                taken,
                is_choice: other != 0,
            };
            (taken != 0).then_some(capture)
        };
        [
            capture(Means::Approach, ahead, behind),
            capture(Means::Withdrawal, behind, ahead),
        ]
    }

    /// The captures that can come next.
    pub fn captures(self) -> impl Iterator<Item = Capture> {
        let toward = move |bearing| self.toward(bearing).into_iter().flatten();
        Bearing::ALL.into_iter().flat_map(toward)
    }

    /// The trail after a capture. Points of taken stones are free from then on.
    #[inline]
    pub fn after(&self, capture: &Capture) -> Self {
        Trail {
            here: capture.to,
            enemy: self.enemy & !capture.taken,
            free: (self.free | capture.taken) & !points::bit(capture.to),
            last: Some(capture.bearing),
        }
    }

    /// Calls `found` with the trail after each chain of captures, depth first: after the first possible capture, after each chain
    /// that continues it, then the same for the next possible capture. The stone may stop after any of them.
    pub fn each_chain(&self, found: &mut impl FnMut(&Trail)) {
        let mut left = CHAINS_MAX;
        let _ = self.visit(&mut left, &mut |trail| {
            found(trail);
            ControlFlow::Continue(())
        });
    }

    fn visit(
        &self,
        left: &mut u32,
        found: &mut impl FnMut(&Trail) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for bearing in Bearing::ALL {
            for capture in self.toward(bearing).iter().flatten() {
                if *left == 0 {
                    return ControlFlow::Break(());
                }
                *left -= 1;
                let next = self.after(capture);
                found(&next)?;
                next.visit(left, found)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The trail after the chain of this number.
    #[inline]
    pub fn after_chain(&self, number: u32) -> Option<Trail> {
        let mut left = number + 1;
        let mut end = None;
        let _ = self.visit(&mut left, &mut |trail| {
            end = Some(*trail);
            ControlFlow::Continue(())
        });
        end.filter(|_| left == 0)
    }

    /// The captures of the chain of this number, one after another; none where there is no such chain.
    pub fn chain(&self, number: u32) -> Vec<Capture> {
        let mut left = number + 1;
        let mut captures = Vec::new();
        self.spell(&mut left, &mut captures);
        captures
    }

    fn spell(&self, left: &mut u32, captures: &mut Vec<Capture>) {
        for capture in self.captures() {
            captures.push(capture);
            *left -= 1;
            if *left > 0 {
                self.after(&capture).spell(left, captures);
            }
            if *left == 0 {
                return;
            }
            captures.pop();
        }
    }
}
